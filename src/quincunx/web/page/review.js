// A record, move by move: what each move was worth, and the mistakes to try again.

import * as api from "./api.js";
import { Board } from "./board.js";
import { announce, button, el, svg } from "./dom.js";
import { moveList, recordTools, stateAt, steps } from "./panels.js";

const LONGEST = 15000;

export async function show(main, _words, query) {
  const id = query.get("game");
  if (id) {
    await open(main, await api.record(id));
    return;
  }
  const problem = el("p", { class: "problem", role: "alert" });
  const text = el("textarea", { name: "record", rows: 10, spellcheck: "false", placeholder: '[Game "swap-nine"]\n\n1. 5 2x5 *' });
  let reading = null;
  const read = async (record) => {
    const wanted = (reading = {});
    try {
      if (record.length > LONGEST) throw new Error("This record is too long for the page: use `quincunx review FILE`.");
      await api.replay(record);
      if (reading !== wanted || !main.isConnected) return;
      history.pushState(null, "", "/review");
      await open(main, record);
    } catch (error) {
      if (reading === wanted) problem.textContent = error.message;
    }
  };
  main.replaceChildren(
    el("h1", {}, "Review a game"),
    el("p", { class: "lead" }, "Paste a record, or choose a file: every move is held against exact values."),
    el("form", { class: "panel", onsubmit: (event) => { event.preventDefault(); read(text.value); } },
      el("label", {}, "Record", text),
      el("label", {}, "File", el("input", { type: "file", accept: ".txt,text/plain", onchange: async (event) => { text.value = (await event.target.files[0]?.text()) ?? text.value; } })),
      el("button", { type: "submit", class: "main" }, "Review"), problem));
}

async function open(main, record) {
  const replayed = await api.replay(record);
  const board = new Board((move) => tried(move), `${replayed.title} board`);
  const status = el("p", { class: "status" });
  const words = el("p", { class: "verdict", role: "status" });
  const list = el("div", {});
  const picture = el("div", { class: "picture" });
  const found = el("div", {}, el("p", { class: "quiet" }, "Working out what each move was worth …"));
  let at = null; // What is wanted: an answer that comes when it is another is not shown.
  let shown = 0; // The ply that is shown.
  let trying = null;
  let reviewed = null;
  const walk = steps((ply) => look(ply));

  /** Whether the position after that many moves is shown now. */
  async function look(ply) {
    const wanted = (at = { ply });
    trying = null;
    if (board.state) board.update(board.state);
    walk.update(ply, replayed.moves.length);
    let state;
    try {
      state = await stateAt(replayed, ply);
    } catch (error) {
      if (at !== wanted) return false;
      at = { ply: shown };
      walk.update(shown, replayed.moves.length);
      words.textContent = error.message;
      return false;
    }
    if (at !== wanted) return false;
    shown = ply;
    board.update(state);
    list.replaceChildren(moveList(replayed.moves, ply, walk.to));
    status.textContent = ply ? `After ${ply} of ${replayed.moves.length} moves.` : "The start.";
    words.textContent = ply && reviewed ? reviewed.moves[ply - 1].words : "";
    if (reviewed) picture.replaceChildren(drawing(reviewed, ply, walk.to));
    return true;
  }

  /** The position before a mistake, to be played better. */
  async function again(item) {
    if (!(await look(item.ply - 1))) return;
    trying = item;
    board.update(board.state, { enabled: true });
    status.textContent = `${item.player} to move: ${item.move} was a mistake. What is better?`;
    words.textContent = "";
    announce(status.textContent);
    board.view.scrollIntoView({ block: "nearest" });
  }

  async function tried(move) {
    const item = trying;
    const { state } = board;
    let right = false;
    let said;
    try {
      const { moves } = await api.analysis(state.game, state.position);
      const verdict = moves.find((each) => each.move === move);
      right = verdict.value === item.before.value;
      said = right ? `${move} is right: it ${verdict.words}.` : `${move} ${verdict.words}. Try again.`;
    } catch (error) {
      said = error.message;
    }
    if (trying !== item) return;
    words.textContent = said;
    board.update(state, { enabled: !right });
  }

  main.replaceChildren(
    el("h1", {}, `${replayed.title}, reviewed`),
    el("p", { class: "lead" }, `${replayed.names.x ?? "X"} against ${replayed.names.o ?? "O"}: ${{ X: "X won", O: "O won", draw: "a draw", "*": "unfinished" }[replayed.result]}.`),
    el("div", { class: "sides" },
      el("div", {}, status, board.view, walk.view, words),
      el("div", { class: "panel" }, picture, found, list,
        el("details", {}, el("summary", {}, "Record"), recordTools(replayed.game, replayed.record)))));
  await look(replayed.moves.length);
  try {
    reviewed = await api.review(record);
  } catch (error) {
    found.replaceChildren(el("p", { class: "problem" }, error.message));
    return;
  }
  if (!trying) await look(at.ply);
  if (!replayed.moves.length) {
    found.replaceChildren(el("p", {}, "There are no moves to review."));
    return picture.replaceChildren();
  }
  const mistakes = reviewed.moves.filter(({ mistake }) => mistake);
  const share = (value) => (value === null ? "never had to choose" : `kept the value in ${Math.round(100 * value)} % of the choices that mattered`);
  found.replaceChildren(
    el("h2", {}, "Mistakes"),
    el("p", {}, `X ${share(reviewed.accuracy.x)}; O ${share(reviewed.accuracy.o)}.`),
    mistakes.length ? el("ul", { class: "mistakes" }, mistakes.map((item) => {
      const answer = el("span", { class: "answer" });
      return el("li", {}, el("span", {}, `${item.ply}. ${item.player} ${item.move}: ${item.mistake}. `),
        button("Try again", () => again(item)), " ",
        button("Show the answer", () => { answer.textContent = ` ${item.words}`; }, { class: "quiet" }), answer);
    })) : el("p", {}, "None: nobody gave anything away."),
    el("p", {}, reviewed.to_learn));
}

const HEIGHTS = { "+": 10, "=": 30, "-": 50, "?": 30 };
const WORDS = { "+": "X wins", "=": "draw", "-": "O wins", "?": "not known" };

/** The value after each move as X sees it: a line that falls when X errs and rises when O does. */
function drawing(reviewed, current, look) {
  const line = [...reviewed.value_line];
  const width = Math.max(line.length - 1, 1);
  const x = (i) => 40 + (i * 250) / width;
  const points = line.map((sign, i) => `${x(i).toFixed(1)},${HEIGHTS[sign]}`).join(" ");
  const dots = line.map((sign, i) => svg("circle", {
    cx: x(i), cy: HEIGHTS[sign], r: i + 1 === current ? 4.5 : 3,
    class: `dot${reviewed.moves[i].mistake ? " mistake" : ""}${i + 1 === current ? " now" : ""}`, onclick: () => look(i + 1),
  }, svg("title", {}, `${i + 1}: ${WORDS[sign]}`)));
  const words = line.map((sign) => WORDS[sign]).join(", ");
  return svg("svg", { viewBox: "0 0 300 62", role: "img", "aria-label": `Value over the moves as X sees it: ${words}` },
    [["X", 10], ["=", 30], ["O", 50]].map(([text, y]) => [svg("line", { x1: 30, x2: 295, y1: y, y2: y, class: "rule" }), svg("text", { x: 18, y: y + 4 }, text)]),
    svg("polyline", { points, class: "value" }), dots);
}
