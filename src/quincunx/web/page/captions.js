// The captions around a board: the counts of each player, the legend, what can be clicked.

import { el } from "./dom.js";
import { HIGHLIGHT_LABELS, mark, sign } from "./piece.js";

export function scoreStrip({ counts = [], cells }) {
  const signs = new Set(cells.map(({ highlight }) => highlight).filter((kind) => sign(kind)));
  return [
    counts.map(({ label, x, o, of }) => el("li", {},
      el("span", {}, of > 1 ? `${label} of ${of}` : label), side("X", x, of), side("O", o, of))),
    [...signs].map((kind) => el("li", { class: "legend" }, sign(kind, true), HIGHLIGHT_LABELS[kind])),
  ].flat();
}

/** A player's count as a number, and as dots where the most is small. */
function side(player, has, of) {
  if (has === null) return null;
  const dots = of > 1 && of < 10 ? el("span", { class: "dots" }, "●".repeat(has) + "○".repeat(of - has)) : null;
  return el("span", { class: `side ${player.toLowerCase()}`, role: "img", "aria-label": `${player} ${has}` }, mark(player), el("b", {}, has), dots);
}

/** What each key that can be clicked is called. */
export function targetNames(board) {
  const cells = board.cells.map(({ key, owner }) => [key, owner ? "a filled cell" : "an empty cell"]);
  return new Map([...cells, ...board.beside.map(({ key }) => [key, "one of those next to the board"])]);
}

/** A sentence about the ways to enter a move, where there are several. */
export function clickHint(moves, board) {
  const names = targetNames(board);
  const found = new Map(); // By their names in sorted order: either order of clicks is the same way.
  for (const way of moves.flatMap(({ clicks }) => clicks)) {
    const words = way.map((key) => names.get(key) ?? key);
    const order = [...words].sort().join();
    if (!found.has(order)) found.set(order, words);
  }
  const ways = [...found.values()];
  const isPrefix = (words, other) => words.length < other.length && words.every((word, i) => word === other[i]);
  const phrases = ways.filter((words) => !ways.some((other) => isPrefix(words, other))).map((words) => {
    if (ways.some((other) => isPrefix(other, words))) return words.join(", then if you like ");
    return words.length === 2 && words[0] === words[1] ? `two ${words[0].replace(/^\w+ /, "")}s` : words.join(", then ");
  });
  return ways.length > 1 ? `Touch ${phrases.join("; or ")}.` : "";
}
