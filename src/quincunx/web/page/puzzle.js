// One move that wins, or saves the draw, to be found.

import * as api from "./api.js";
import { Board } from "./board.js";
import { button, el, link } from "./dom.js";
import { go } from "./main.js";
import { rulesBeside } from "./panels.js";

export async function show(main, _words, query) {
  const given = query.get("game") && query.get("seed");
  const { games } = await api.catalogue();
  main.replaceChildren(el("h1", {}, "Puzzle"), el("p", { class: "quiet" }, "Looking for a puzzle …"));
  const asked = await api.puzzle(given ? { game: query.get("game"), seed: query.get("seed") } : {});
  const { game, seed, position } = asked;
  const state = await api.position({ game, position });
  const words = el("p", { class: "verdict", role: "status" });
  const board = new Board((move) => answer(move), `${asked.title} puzzle`);

  let asking = null; // What was asked last: the answer to anything else comes too late.

  /** Shows what `ask()` gives: words, and the move that is made on the board, or none. */
  async function tell(ask) {
    const wanted = (asking = {});
    let said, after;
    try {
      const [text, move] = await ask();
      said = text;
      after = move && await api.position({ game, position, move });
    } catch (error) {
      said = error.message;
    }
    if (asking !== wanted) return;
    words.textContent = said;
    board.update(after ?? state, { enabled: !after });
  }

  const answer = (move) => tell(async () => {
    const found = await api.answerPuzzle({ game, seed, move });
    return found.right ? [`Right: ${found.words}`, move] : [`${found.words} Try again.`, null];
  });

  const solve = () => tell(async () => {
    const { move } = await api.solvePuzzle({ game, seed });
    return [`${move} is the move.`, move];
  });

  const another = (which) => go(`/puzzle?${new URLSearchParams({ game: which, seed: String(Math.floor(Math.random() * 1e6)) })}`);
  main.replaceChildren(
    el("h1", {}, given ? `${asked.title} puzzle` : "Puzzle of the day"),
    el("p", { class: "lead" }, `${asked.title}. ${asked.question}`),
    el("div", { class: "sides" },
      el("div", {}, board.view, words, el("ul", { class: "notes" }, state.board.notes.map((note) => el("li", {}, note)))),
      el("div", { class: "panel" },
        el("p", {}, `Puzzle ${seed}, difficulty ${asked.difficulty} of 5.`),
        el("p", { class: "buttons" }, button("Show the answer", solve),
          link("Study it", `/board?${new URLSearchParams({ game, position })}`, { class: "button" })),
        el("h2", {}, "Another one"),
        el("p", { class: "buttons" }, games.map((each) => button(each.title, () => another(each.id)))),
        rulesBeside(game))));
  board.update(state, { enabled: true });
}
