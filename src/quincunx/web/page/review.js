// The review of a record: what each move was worth, and the mistakes to try again.

import * as api from "./api.js";
import { Board } from "./board.js";
import { Coach } from "./coach.js";
import { announce, button, el, link, svg } from "./dom.js";
import { navigate } from "./main.js";
import { moveList, onArrowKeys, plural, recordTools, stateAt, stepper } from "./panels.js";
import { applyHue } from "./theme.js";

const MAX_RECORD_LENGTH = 15000;

export async function show(main, _words, query) {
  const id = query.get("game");
  const stored = id ? await api.record(id) : history.state?.record; // A record that was pasted survives a reload.
  if (stored) return open(main, stored);
  const problem = el("p", { class: "problem", role: "alert" });
  const text = el("textarea", { name: "record", rows: 10, spellcheck: "false", placeholder: '[Game "swap-nine"]\n\n1. 5 2x5 *' });
  let reading = null;
  const read = async (record) => {
    const request = (reading = {});
    try {
      if (record.length > MAX_RECORD_LENGTH) throw new Error("This record is too long for the page: use `quincunx review FILE`.");
      await api.replay(record);
      if (reading !== request || !main.isConnected) return;
      navigate("/review", { record });
    } catch (error) {
      if (reading === request) problem.textContent = error.message;
    }
  };
  main.replaceChildren(
    el("h1", {}, "Review a game"),
    el("p", { class: "lead" }, "Paste a record, or choose a file: every move is compared with exact values."),
    el("form", { class: "panel", onsubmit: (event) => { event.preventDefault(); read(text.value); } },
      el("label", {}, "Record", text),
      el("label", {}, "File", el("input", { type: "file", accept: ".txt,text/plain", onchange: async (event) => { text.value = (await event.target.files[0]?.text()) ?? text.value; } })),
      el("button", { type: "submit", class: "main" }, "Review"), problem));
}

async function open(main, record) {
  const replayed = await api.replay(record);
  applyHue(document.body, replayed.game);
  const board = new Board((move) => tryMove(move), `${replayed.title} board`);
  const status = el("p", { class: "status" });
  const words = el("p", { class: "verdict", role: "status" });
  const list = moveList((ply) => stepControls.to(ply));
  const coach = new Coach(board, () => showPly(shownPly));
  const links = el("p", { class: "buttons" });
  const chart = el("div", { class: "picture" });
  const mistakeList = el("div", {}, el("p", { class: "quiet" }, "Working out what each move was worth …"));
  let target = null; // The last request: answers to earlier ones are ignored.
  let shownPly = 0;
  let retried = null; // The mistake that is tried again.
  let reviewed = null;
  const stepControls = stepper((ply) => showPly(ply));

  /** Shows the position after some moves; returns whether it is shown now. */
  async function showPly(ply) {
    const request = (target = { ply });
    retried = null;
    if (board.state) board.update(board.state);
    stepControls.update(ply, replayed.moves.length);
    const state = await stateAt(replayed, ply).catch((error) => error);
    if (target !== request) return false;
    if (state.message) {
      target = { ply: shownPly };
      stepControls.update(shownPly, replayed.moves.length);
      words.textContent = state.message;
      return false;
    }
    shownPly = ply;
    board.update(state);
    coach.update(state, { hint: false, before: ply ? () => replayed.positions[ply - 1] : null });
    list.update(replayed.moves, ply);
    const here = new URLSearchParams({ game: replayed.game, position: state.position });
    links.replaceChildren(link("Explore from here", `/board?${here}`, { class: "button" }),
      state.outcome ? "" : link("Play on from here", `/new/${replayed.game}?${here}`, { class: "button" }));
    status.textContent = ply ? `After ${ply} of ${replayed.moves.length} moves.` : "The start.";
    words.textContent = ply && reviewed ? reviewed.moves[ply - 1].words : "";
    if (reviewed) chart.replaceChildren(valueChart(reviewed, ply, stepControls.to));
    return true;
  }

  /** Shows the position before a mistake, to try another move. */
  async function retryMistake(item) {
    if (!(await showPly(item.ply - 1))) return;
    retried = item;
    board.update(board.state, { enabled: true });
    status.textContent = `${item.player} to move: ${item.move} was a mistake. What is better?`;
    words.textContent = "";
    announce(status.textContent);
    board.view.scrollIntoView({ block: "nearest" });
  }

  async function tryMove(move) {
    const item = retried;
    const { state } = board;
    const { moves, message } = await api.analysis(state.game, state.position).catch((error) => error);
    if (retried !== item) return;
    const verdict = moves?.find((each) => each.move === move);
    const right = verdict?.value === item.before.value;
    words.textContent = message ?? (right ? `${move} is right: it ${verdict.words}.` : `${move} ${verdict.words}. Try again.`);
    board.update(state, { enabled: !right });
  }

  await showPly(replayed.moves.length);
  main.replaceChildren(
    el("h1", {}, `${replayed.title}, reviewed`),
    el("p", { class: "lead" }, `${replayed.names.x ?? "X"} against ${replayed.names.o ?? "O"}: ${{ X: "X won", O: "O won", draw: "a draw", "*": "unfinished" }[replayed.result]}.`),
    el("div", { class: "sides" },
      el("div", {}, status, board.view),
      el("div", { class: "panel" }, chart, stepControls.view, words, coach.view, links, list.view, mistakeList,
        el("details", {}, el("summary", {}, "Record"), recordTools(replayed.game, replayed.record)),
        el("p", { class: "quiet keys" }, "Keys: ← → step through the game, W says why; arrows and Enter on the board when you try again."))));
  showMistakes();
  return onArrowKeys(stepControls.back, stepControls.forward);

  async function showMistakes() {
    reviewed = await api.review(record).catch((error) => { mistakeList.replaceChildren(el("p", { class: "problem" }, error.message)); });
    if (!reviewed) return;
    if (!retried) await showPly(target.ply);
    if (!replayed.moves.length) {
      mistakeList.replaceChildren(el("p", {}, "There are no moves to review."));
      return chart.remove();
    }
    const mistakes = reviewed.moves.filter(({ mistake }) => mistake);
    const summary = (player) => {
      const choices = reviewed.moves.filter((each) => each.player === player && each.mattered);
      const wrong = choices.filter(({ mistake }) => mistake && mistake !== "win delayed").length;
      return choices.length ? `${player}: ${plural(wrong, "mistake")} in ${plural(choices.length, "choice")} that mattered` : `${player} never had to choose`;
    };
    mistakeList.replaceChildren(
      el("h2", {}, "Mistakes"),
      el("p", {}, `${summary("X")}; ${summary("O")}.`),
      mistakes.length ? el("ul", { class: "mistakes" }, mistakes.map((item) => {
        const why = async () => { if (await showPly(item.ply)) await coach.ask(replayed.positions[item.ply - 1], item.move); };
        return el("li", {}, el("span", {}, `${item.ply}. ${item.player} ${item.move}: ${item.mistake}. `),
          button("Try again", () => retryMistake(item)), " ",
          button("Why", why, { "aria-label": `Why ${item.move}` }));
      })) : el("p", {}, "None: nobody gave anything away."),
      el("p", {}, reviewed.to_learn));
  }
}

const HEIGHTS = { "+": 10, "=": 30, "-": 50, "?": 30 };
const WORDS = { "+": "X wins", "=": "draw", "-": "O wins", "?": "not known" };

/** A chart of the value for X after each move: it falls when X errs and rises when O does. */
function valueChart(reviewed, current, showPly) {
  const line = [...reviewed.value_line];
  const width = Math.max(line.length - 1, 1);
  const x = (i) => 40 + (i * 250) / width;
  const points = line.map((sign, i) => `${x(i).toFixed(1)},${HEIGHTS[sign]}`).join(" ");
  const dots = line.map((sign, i) => svg("circle", {
    cx: x(i), cy: HEIGHTS[sign], r: i + 1 === current ? 4.5 : 3,
    class: `dot${reviewed.moves[i].mistake ? " mistake" : ""}${i + 1 === current ? " now" : ""}`, onclick: () => showPly(i + 1),
  }, svg("title", {}, `${i + 1}: ${WORDS[sign]}`)));
  const words = line.map((sign) => WORDS[sign]).join(", ");
  return svg("svg", { viewBox: "0 0 300 62", role: "img", "aria-label": `Value over the moves as X sees it: ${words}` },
    [["X", 10], ["=", 30], ["O", 50]].map(([text, y]) => [svg("line", { x1: 30, x2: 295, y1: y, y2: y, class: "rule" }), svg("text", { x: 18, y: y + 4 }, text)]),
    svg("polyline", { points, class: "value" }), dots);
}
