// The analysis board: play for both sides, see what every move is worth, step through best play.

import { hrefOf } from "./address.js";
import * as api from "./api.js";
import { Board } from "./board.js";
import { Coach } from "./coach.js";
import { announce, button, copyButton, el, link, once } from "./dom.js";
import { startGame } from "./main.js";
import { onArrowKeys, rulesPanel } from "./panels.js";
import { Values } from "./values.js";

export async function show(main, _words, query) {
  const game = query.get("game") ?? (await api.catalogue()).games[0].id;
  let state = await api.start({ game, position: query.get("position") ?? undefined, move: query.get("move") ?? undefined });
  const earlier = [];
  let pending = null; // The last request: answers to earlier ones are ignored.
  const board = new Board((move) => play(move), `${state.title}, to explore`);
  const coach = new Coach(board, () => draw());
  const values = new Values(board, (move) => board.play(move), (move) => coach.ask(state.position, move));
  const problem = el("p", { class: "problem", role: "alert" });
  const back = button("Back", () => {
    pending = null;
    state = earlier.pop() ?? state;
    draw();
  });
  const bestButton = button("Best move", () => playBest(), { class: "main" });
  const against = link("Play the computer from here", "/", { class: "button" });
  coach.buttons.prepend(back, bestButton);
  const notes = el("ul", { class: "notes" });
  const status = el("p", { class: "status" });
  const text = el("input", { name: "position", "aria-label": "Position", spellcheck: "false", autocomplete: "off" });
  const valuesBox = el("input", { type: "checkbox", checked: true, onchange: () => draw() });

  function draw() {
    if (!main.isConnected) return;
    const { outcome, position, to_move: turn } = state;
    history.replaceState(null, "", hrefOf(`/board?${new URLSearchParams({ game, position })}`));
    text.value = position;
    back.setAttribute("aria-disabled", String(!earlier.length));
    bestButton.setAttribute("aria-disabled", String(Boolean(outcome)));
    against.href = hrefOf(`/new/${game}?${new URLSearchParams({ position })}`);
    status.textContent = outcome ? `${outcome.winner ? `${outcome.winner} wins` : "A draw"}: ${outcome.reason}.` : `${turn} to move.`;
    notes.replaceChildren(...state.board.notes.map((note) => el("li", {}, note)));
    board.update(state, { enabled: !outcome });
    if (valuesBox.checked) values.show(state, !outcome);
    else values.hide();
    coach.update(state, { before: earlier.length ? () => earlier.at(-1).position : null });
  }

  async function load(changes) {
    const request = (pending = {});
    const found = await api.position({ game, ...changes }).catch((error) => error);
    if (pending !== request) return;
    problem.textContent = found.message ?? "";
    if (found.message) return board.update(state, { enabled: !state.outcome, analysis: board.analysis });
    earlier.push(state);
    state = found;
    if (state.last) announce(`${state.last.by} played ${state.last.move}.`);
    draw();
  }

  const play = (move) => load({ position: state.position, move });

  /** Plays the best move, if it is known. */
  async function playBest() {
    const request = (pending = {});
    const { value, words, moves } = await api.analysis(game, state.position).catch((error) => ({ words: error.message, value: "unknown" }));
    if (pending !== request || state.outcome) return;
    if (value === "unknown") problem.textContent = words;
    else await play(moves[0].move);
  }

  /** Starts a game of two people at this screen from here. */
  const begin = once(() => startGame(main, { game, position: state.position, x: { kind: "human" }, o: { kind: "human" } }),
    (error) => { problem.textContent = error.message; });

  main.replaceChildren(
    el("h1", {}, `Explore ${state.title}`),
    el("div", { class: "sides" },
      el("div", {}, status, board.view, notes),
      el("div", { class: "panel" },
        coach.view, problem,
        el("p", { class: "buttons" }, against, button("Both play from here", begin), copyButton("Copy the link", () => location.href, "Link")),
        el("form", { onsubmit: (event) => { event.preventDefault(); load({ position: text.value }); } },
          el("label", {}, "Position", text), el("button", { type: "submit" }, "Set up")),
        el("label", { class: "tick" }, valuesBox, "Show what every move is worth"), values.view,
        rulesPanel(game),
        el("p", { class: "quiet keys" }, "Keys: arrows and Enter on the board, Escape cancels; outside it → plays the best move, ← goes back, H hints, W says why."))));
  draw();
  return onArrowKeys(() => back.click(), () => playBest());
}
