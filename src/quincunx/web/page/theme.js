// The look of a game: a hue from its id, and an emblem. Without a sign of its own, a game's emblem is the
// pattern of markers on its sample board.

import { el, svg } from "./dom.js";

/** Chosen so that the hues of the five games are far apart. */
const FACTOR = 157;

/** Gives an element the colours of a game; without a game, the default ones. */
export function applyHue(element, id = null) {
  const number = [...(id ?? "")].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 0);
  element.classList.add("hued");
  if (id) element.style.setProperty("--hue", (number * FACTOR) % 360);
  else element.style.removeProperty("--hue");
  return element;
}

export function emblem({ id, sign: path, sample }) {
  const { cells, columns, rows } = sample.at(-1).board;
  const spacing = 24 / Math.max(columns, rows);
  const dots = cells.map(({ owner }, i) => owner && `M${((i % columns) + 0.5) * spacing} ${(Math.floor(i / columns) + 0.5) * spacing}h0`);
  return applyHue(el("span", { class: "emblem", "aria-hidden": "true" },
    svg("svg", { viewBox: "0 0 24 24" }, svg("path", { d: path || dots.filter(Boolean).join("") || "M12 12h0" }))), id);
}
