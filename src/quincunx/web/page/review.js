// A record, move by move: what each move was worth, and the mistakes to try again.

import * as api from "./api.js";
import { Board } from "./board.js";
import { Coach } from "./coach.js";
import { announce, button, el, link, svg } from "./dom.js";
import { go } from "./main.js";
import { arrows, many, moveList, recordTools, stateAt, steps } from "./panels.js";
import { wear } from "./signs.js";

const LONGEST = 15000;

export async function show(main, _words, query) {
  const id = query.get("game");
  const given = id ? await api.record(id) : history.state?.record; // What was read here once outlives a reload.
  if (given) return open(main, given);
  const problem = el("p", { class: "problem", role: "alert" });
  const text = el("textarea", { name: "record", rows: 10, spellcheck: "false", placeholder: '[Game "swap-nine"]\n\n1. 5 2x5 *' });
  let reading = null;
  const read = async (record) => {
    const wanted = (reading = {});
    try {
      if (record.length > LONGEST) throw new Error("This record is too long for the page: use `quincunx review FILE`.");
      await api.replay(record);
      if (reading !== wanted || !main.isConnected) return;
      go("/review", { record });
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
  wear(document.body, replayed.game);
  const board = new Board((move) => tried(move), `${replayed.title} board`);
  const status = el("p", { class: "status" });
  const words = el("p", { class: "verdict", role: "status" });
  const list = moveList((ply) => walk.to(ply));
  const coach = new Coach(board, () => look(shown));
  const onwards = el("p", { class: "buttons" });
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
    const state = await stateAt(replayed, ply).catch((error) => error);
    if (at !== wanted) return false;
    if (state.message) {
      at = { ply: shown };
      walk.update(shown, replayed.moves.length);
      words.textContent = state.message;
      return false;
    }
    shown = ply;
    board.update(state);
    coach.update(state, { hint: false, before: ply ? () => replayed.positions[ply - 1] : null });
    list.update(replayed.moves, ply);
    const here = new URLSearchParams({ game: replayed.game, position: state.position });
    onwards.replaceChildren(link("Explore from here", `/board?${here}`, { class: "button" }),
      state.outcome ? "" : link("Play on from here", `/new/${replayed.game}?${here}`, { class: "button" }));
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
    const { moves, message } = await api.analysis(state.game, state.position).catch((error) => error);
    if (trying !== item) return;
    const verdict = moves?.find((each) => each.move === move);
    const right = verdict?.value === item.before.value;
    words.textContent = message ?? (right ? `${move} is right: it ${verdict.words}.` : `${move} ${verdict.words}. Try again.`);
    board.update(state, { enabled: !right });
  }

  await look(replayed.moves.length);
  main.replaceChildren(
    el("h1", {}, `${replayed.title}, reviewed`),
    el("p", { class: "lead" }, `${replayed.names.x ?? "X"} against ${replayed.names.o ?? "O"}: ${{ X: "X won", O: "O won", draw: "a draw", "*": "unfinished" }[replayed.result]}.`),
    el("div", { class: "sides" },
      el("div", {}, status, board.view),
      el("div", { class: "panel" }, picture, walk.view, words, coach.view, onwards, list.view, found,
        el("details", {}, el("summary", {}, "Record"), recordTools(replayed.game, replayed.record)),
        el("p", { class: "quiet keys" }, "Keys: ← → step through the game, W says why; arrows and Enter on the board when you try again."))));
  tellMistakes();
  return arrows(walk.back, walk.forward);

  async function tellMistakes() {
    reviewed = await api.review(record).catch((error) => { found.replaceChildren(el("p", { class: "problem" }, error.message)); });
    if (!reviewed) return;
    if (!trying) await look(at.ply);
    if (!replayed.moves.length) {
      found.replaceChildren(el("p", {}, "There are no moves to review."));
      return picture.remove();
    }
    const mistakes = reviewed.moves.filter(({ mistake }) => mistake);
    const share = (player) => {
      const choices = reviewed.moves.filter((each) => each.player === player && each.mattered);
      const wrong = choices.filter(({ mistake }) => mistake && mistake !== "win delayed").length;
      return choices.length ? `${player}: ${many(wrong, "mistake")} in ${many(choices.length, "choice")} that mattered` : `${player} never had to choose`;
    };
    found.replaceChildren(
      el("h2", {}, "Mistakes"),
      el("p", {}, `${share("X")}; ${share("O")}.`),
      mistakes.length ? el("ul", { class: "mistakes" }, mistakes.map((item) => {
        const why = async () => { if (await look(item.ply)) await coach.ask(replayed.positions[item.ply - 1], item.move); };
        return el("li", {}, el("span", {}, `${item.ply}. ${item.player} ${item.move}: ${item.mistake}. `),
          button("Try again", () => again(item)), " ",
          button("Why", why, { "aria-label": `Why ${item.move}` }));
      })) : el("p", {}, "None: nobody gave anything away."),
      el("p", {}, reviewed.to_learn));
  }
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
