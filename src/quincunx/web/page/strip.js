// What is said around a board: what counts for each player, what the signs mean, what can be touched.

import { el } from "./dom.js";
import { WORDS, mark, sign } from "./piece.js";

export function strip({ counts = [], cells }) {
  const signs = new Set(cells.map(({ highlight }) => highlight).filter((kind) => sign(kind)));
  return [
    counts.map(({ label, x, o, of }) => el("li", {},
      el("span", {}, of > 1 ? `${label} of ${of}` : label), side("X", x, of), side("O", o, of))),
    [...signs].map((kind) => el("li", { class: "legend" }, sign(kind, true), WORDS[kind])),
  ].flat();
}

/** What a player has, as a number, and as dots where there are few to be had. */
function side(player, has, of) {
  if (has === null) return null;
  const dots = of > 1 && of < 10 ? el("span", { class: "dots" }, "●".repeat(has) + "○".repeat(of - has)) : null;
  return el("span", { class: `side ${player.toLowerCase()}`, role: "img", "aria-label": `${player} ${has}` }, mark(player), el("b", {}, has), dots);
}

/** What each thing is called that can be touched. */
export function kinds(board) {
  const cells = board.cells.map(({ key, owner }) => [key, owner ? "a filled cell" : "an empty cell"]);
  return new Map([...cells, ...board.beside.map(({ key }) => [key, "one of those beside"])]);
}

/** The ways to say a move in words, where there is more than one: so that none has to be guessed. */
export function touches(moves, board) {
  const called = kinds(board);
  const found = new Map(); // In either order it is the same.
  for (const way of moves.flatMap(({ clicks }) => clicks)) {
    const words = way.map((key) => called.get(key) ?? key);
    const order = [...words].sort().join();
    if (!found.has(order)) found.set(order, words);
  }
  const all = [...found.values()];
  const begins = (words, other) => words.length < other.length && words.every((word, i) => word === other[i]);
  const told = all.filter((words) => !all.some((other) => begins(words, other))).map((words) => {
    if (all.some((other) => begins(other, words))) return words.join(", then if you like ");
    return words.length === 2 && words[0] === words[1] ? `two ${words[0].replace(/^\w+ /, "")}s` : words.join(", then ");
  });
  return all.length > 1 ? `Touch ${told.join("; or ")}.` : "";
}
