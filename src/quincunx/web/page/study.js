// Explore: a position without a game. Play for both sides, see what every move is worth, walk best play.

import { hrefOf } from "./address.js";
import * as api from "./api.js";
import { Board } from "./board.js";
import { Coach } from "./coach.js";
import { announce, button, copier, el, link, once } from "./dom.js";
import { beginGame } from "./main.js";
import { arrows, rulesBeside } from "./panels.js";
import { Values } from "./values.js";

export async function show(main, _words, query) {
  const game = query.get("game") ?? (await api.catalogue()).games[0].id;
  let state = await api.start({ game, position: query.get("position") ?? undefined, move: query.get("move") ?? undefined });
  const before = [];
  let asking = null; // What was asked last: the answer to anything else comes too late.
  const board = new Board((move) => play(move), `${state.title}, to explore`);
  const coach = new Coach(board, () => draw());
  const values = new Values(board, (move) => board.play(move), (move) => coach.ask(state.position, move));
  const problem = el("p", { class: "problem", role: "alert" });
  const back = button("Back", () => {
    asking = null;
    state = before.pop() ?? state;
    draw();
  });
  const on = button("Best move", () => walk(), { class: "main" });
  const against = link("Play the computer from here", "/", { class: "button" });
  coach.buttons.prepend(back, on);
  const notes = el("ul", { class: "notes" });
  const status = el("p", { class: "status" });
  const text = el("input", { name: "position", "aria-label": "Position", spellcheck: "false", autocomplete: "off" });
  const shown = el("input", { type: "checkbox", checked: true, onchange: () => draw() });

  function draw() {
    if (!main.isConnected) return;
    const { outcome, position, to_move: turn } = state;
    history.replaceState(null, "", hrefOf(`/board?${new URLSearchParams({ game, position })}`));
    text.value = position;
    back.setAttribute("aria-disabled", String(!before.length));
    on.setAttribute("aria-disabled", String(Boolean(outcome)));
    against.href = hrefOf(`/new/${game}?${new URLSearchParams({ position })}`);
    status.textContent = outcome ? `${outcome.winner ? `${outcome.winner} wins` : "A draw"}: ${outcome.reason}.` : `${turn} to move.`;
    notes.replaceChildren(...state.board.notes.map((note) => el("li", {}, note)));
    board.update(state, { enabled: !outcome });
    if (shown.checked) values.show(state, !outcome);
    else values.hide();
    coach.update(state, { before: before.length ? () => before.at(-1).position : null });
  }

  async function load(asked) {
    const wanted = (asking = {});
    const found = await api.position({ game, ...asked }).catch((error) => error);
    if (asking !== wanted) return;
    problem.textContent = found.message ?? "";
    if (found.message) return board.update(state, { enabled: !state.outcome, analysis: board.analysis });
    before.push(state);
    state = found;
    if (state.last) announce(`${state.last.by} played ${state.last.move}.`);
    draw();
  }

  const play = (move) => load({ position: state.position, move });

  /** Goes on along best play, as far as it is known. */
  async function walk() {
    const wanted = (asking = {});
    const { value, words, moves } = await api.analysis(game, state.position).catch((error) => ({ words: error.message, value: "unknown" }));
    if (asking !== wanted || state.outcome) return;
    if (value === "unknown") problem.textContent = words;
    else await play(moves[0].move);
  }

  /** A game of two people at this screen from here. */
  const begin = once(() => beginGame(main, { game, position: state.position, x: { kind: "human" }, o: { kind: "human" } }),
    (error) => { problem.textContent = error.message; });

  main.replaceChildren(
    el("h1", {}, `Explore ${state.title}`),
    el("div", { class: "sides" },
      el("div", {}, status, board.view, notes),
      el("div", { class: "panel" },
        coach.view, problem,
        el("p", { class: "buttons" }, against, button("Both play from here", begin), copier("Copy the link", () => location.href, "Link")),
        el("form", { onsubmit: (event) => { event.preventDefault(); load({ position: text.value }); } },
          el("label", {}, "Position", text), el("button", { type: "submit" }, "Set up")),
        el("label", { class: "tick" }, shown, "Show what every move is worth"), values.view,
        rulesBeside(game),
        el("p", { class: "quiet keys" }, "Keys: arrows and Enter on the board, Escape cancels; outside it → plays the best move, ← goes back, H hints, W says why."))));
  draw();
  return arrows(() => back.click(), () => walk());
}
