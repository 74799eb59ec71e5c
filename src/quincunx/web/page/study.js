// A position without a game: play for both sides, and see what every move is worth.

import * as api from "./api.js";
import { Board } from "./board.js";
import { announce, button, copy, el } from "./dom.js";
import { keepSeats } from "./keeping.js";
import { go } from "./main.js";
import { rulesBeside } from "./panels.js";
import { Values } from "./values.js";

export async function show(main, _words, query) {
  const game = query.get("game") ?? (await api.catalogue()).games[0].id;
  let state = await api.start({ game, position: query.get("position") ?? undefined, move: query.get("move") ?? undefined });
  const before = [];
  let asking = null; // What was asked last: the answer to anything else comes too late.
  let beginning = false;
  const board = new Board((move) => play(move), `${state.title}, to study`);
  const values = new Values(board, (move) => play(move));
  const problem = el("p", { class: "problem", role: "alert" });
  const back = button("Back", () => {
    if (!before.length) return;
    asking = null;
    state = before.pop();
    draw();
  });
  const notes = el("ul", { class: "notes" });
  const status = el("p", { class: "status" });
  const text = el("input", { name: "position", "aria-label": "Position", spellcheck: "false", autocomplete: "off" });
  const shown = el("input", { type: "checkbox", checked: true, onchange: () => draw() });

  function draw() {
    if (!main.isConnected) return;
    const address = `/board?${new URLSearchParams({ game, position: state.position })}`;
    history.replaceState(null, "", address);
    text.value = state.position;
    back.setAttribute("aria-disabled", String(!before.length));
    const { outcome, to_move: turn } = state;
    status.textContent = outcome ? `${outcome.winner ? `${outcome.winner} wins` : "A draw"}: ${outcome.reason}.` : `${turn} to move.`;
    notes.replaceChildren(...state.board.notes.map((note) => el("li", {}, note)));
    board.update(state, { enabled: !outcome });
    if (shown.checked) values.show(state, !outcome);
    else values.hide();
  }

  async function load(asked) {
    const wanted = (asking = {});
    try {
      const found = await api.position({ game, ...asked });
      if (asking !== wanted) return;
      before.push(state);
      state = found;
      problem.textContent = "";
      if (state.last) announce(`${state.last.by} played ${state.last.move}.`);
      draw();
    } catch (error) {
      if (asking !== wanted) return;
      problem.textContent = error.message;
      board.update(state, { enabled: !state.outcome, analysis: board.analysis });
    }
  }

  const play = (move) => load({ position: state.position, move });
  main.replaceChildren(
    el("h1", {}, `${state.title}, to study`),
    el("div", { class: "sides" },
      el("div", {}, status, board.view, notes),
      el("div", { class: "panel" },
        el("p", { class: "buttons" },
          back,
          button("Copy the link", () => copy(location.href, "Link")),
          button("Play from here", () => begin())),
        el("form", { onsubmit: (event) => { event.preventDefault(); load({ position: text.value }); } },
          el("label", {}, "Position", text), el("button", { type: "submit" }, "Set up")),
        problem,
        el("label", { class: "tick" }, shown, "Show what every move is worth"),
        values.view, rulesBeside(game))));
  draw();

  /** A game of two people at this screen from here. */
  async function begin() {
    if (beginning) return;
    beginning = true;
    try {
      const begun = await api.create({ game, position: state.position, x: { kind: "human" }, o: { kind: "human" } });
      keepSeats(begun.id, begun.seats);
      if (main.isConnected) go(`/game/${begun.id}`);
    } catch (error) {
      problem.textContent = error.message;
    }
    beginning = false;
  }
}
