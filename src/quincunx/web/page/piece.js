// The piece in a cell, the signs over it, and the animations of a move.

import { el, svg } from "./dom.js";

const MARKS = { X: ["path", { d: "M6 6 L18 18 M18 6 L6 18" }], O: ["circle", { cx: 12, cy: 12, r: 6.4 }] };

export function mark(owner, name = "mark") {
  const [shape, attributes] = MARKS[owner];
  return svg("svg", { viewBox: "0 0 24 24", class: `${name} ${owner.toLowerCase()}`, "aria-hidden": "true" }, svg(shape, attributes));
}

/** Signs for highlighted cells: corners around it, a bar across, a star. */
const SIGNS = {
  align: "M2 8V2H8M16 2H22V8M22 16V22H16M8 22H2V16",
  forbidden: "M14.5 18A3.5 3.5 0 1 0 21.5 18A3.5 3.5 0 1 0 14.5 18M15.6 20.4L20.4 15.6",
  good: "M5 1.5L6.2 3.9L8.8 4.3L6.9 6.1L7.4 8.7L5 7.5L2.6 8.7L3.1 6.1L1.2 4.3L3.8 3.9Z",
};
export const HIGHLIGHT_LABELS = { line: "in the winning line", align: "play in line with it", forbidden: "not allowed now", last: "last move" };

/** In the legend, a sign that is in the corner of a cell fills its box. */
export function sign(kind, isLegend = false) {
  const viewBox = isLegend && kind === "forbidden" ? "13 13 10 10" : "0 0 24 24";
  return SIGNS[kind] ? svg("svg", { viewBox, class: `sign ${kind}`, "aria-hidden": "true" }, svg("path", { d: SIGNS[kind] })) : null;
}

/** A label other than the name of the cell is its worth. */
export function piece(key, owner, label) {
  const kind = `piece${owner ? ` ${owner.toLowerCase()}` : ""}${label && label !== key ? " worth" : ""}`;
  return el("span", { class: kind }, owner ? mark(owner) : null, label ? el("span", { class: "label" }, label) : null);
}

const isMotionReduced = () => !globalThis.matchMedia || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Animates what changed: `{ cell, pieceLayer, view, was, now }`, a cell, the element
 * around its piece, the piece, and its old and new content. A piece from another of these cells travels, one
 * that changed hands flips, one after the other, and a new one grows. All ends within 450 ms. */
export function animateChanges(changes) {
  if (isMotionReduced()) return;
  const flipped = changes.filter(({ was, now }) => was.owner && now.owner);
  for (const change of changes.filter(({ now }) => now.owner)) {
    const { cell, pieceLayer, was, now, view } = change;
    const from = changes.find((other) => other !== change && other.was.owner === now.owner && other.was.label === now.label);
    if (from) {
      const [here, there] = [cell, from.cell].map((each) => each.getBoundingClientRect());
      cell.animate({ zIndex: [2, 2] }, 450);
      view.animate({ transform: [`translate(${there.left - here.left}px, ${there.top - here.top}px)`, "none"] }, { duration: 450, easing: "ease-in-out" });
    } else if (was.owner) {
      const delay = flipped.indexOf(change) * Math.min(120, 210 / flipped.length);
      const oldPiece = piece("", was.owner, was.label);
      pieceLayer.append(oldPiece);
      const removeOld = () => oldPiece.remove();
      oldPiece.animate({ transform: ["none", "rotateY(90deg)"] }, { duration: 120, delay, fill: "forwards", easing: "ease-in" }).finished.then(removeOld, removeOld);
      view.animate({ transform: ["rotateY(-90deg)", "none"] }, { duration: 120, delay: delay + 120, fill: "backwards", easing: "ease-out" });
    } else view.animate({ transform: ["scale(0.4)", "none"], opacity: [0, 1] }, { duration: 220, easing: "ease-out" });
  }
}

/** Draws a line from one end to the other. */
export function animateLine(line) {
  if (!isMotionReduced()) line.animate({ strokeDashoffset: [1, 0] }, { duration: 600, delay: 200, fill: "backwards", easing: "ease-in-out" });
}
