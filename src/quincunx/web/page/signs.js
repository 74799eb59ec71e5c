// What a game is known by: a hue made of its id, and a sign. A game that brings no sign has the
// markers of a board of its own.

import { el, svg } from "./dom.js";

/** With this factor the hues of the games that there are lie far from each other. */
const FACTOR = 157;

/** Gives an element the colours of a game; without a game, those of the house. */
export function wear(element, id = null) {
  const number = [...(id ?? "")].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 0);
  element.classList.add("hued");
  if (id) element.style.setProperty("--hue", (number * FACTOR) % 360);
  else element.style.removeProperty("--hue");
  return element;
}

export function sign({ id, sign: path, sample }) {
  const { cells, columns, rows } = sample.at(-1).board;
  const step = 24 / Math.max(columns, rows);
  const dots = cells.map(({ owner }, i) => owner && `M${((i % columns) + 0.5) * step} ${(Math.floor(i / columns) + 0.5) * step}h0`);
  return wear(el("span", { class: "emblem", "aria-hidden": "true" },
    svg("svg", { viewBox: "0 0 24 24" }, svg("path", { d: path || dots.filter(Boolean).join("") || "M12 12h0" }))), id);
}
