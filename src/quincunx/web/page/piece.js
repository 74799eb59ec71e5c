// What stands in a cell, the signs over it, and the motion that tells what a move did.

import { el, svg } from "./dom.js";

const MARKS = { X: ["path", { d: "M6 6 L18 18 M18 6 L6 18" }], O: ["circle", { cx: 12, cy: 12, r: 6.4 }] };

export function mark(owner, name = "mark") {
  const [shape, where] = MARKS[owner];
  return svg("svg", { viewBox: "0 0 24 24", class: `${name} ${owner.toLowerCase()}`, "aria-hidden": "true" }, svg(shape, where));
}

/** Signs of their own for what is to be noticed: corners around it, a bar across, a star. */
const SIGNS = {
  align: "M2 8V2H8M16 2H22V8M22 16V22H16M8 22H2V16",
  forbidden: "M14.5 18A3.5 3.5 0 1 0 21.5 18A3.5 3.5 0 1 0 14.5 18M15.6 20.4L20.4 15.6",
  good: "M5 1.5L6.2 3.9L8.8 4.3L6.9 6.1L7.4 8.7L5 7.5L2.6 8.7L3.1 6.1L1.2 4.3L3.8 3.9Z",
};
export const WORDS = { line: "in the winning line", align: "play in line with it", forbidden: "not allowed now", last: "last move" };

export function sign(kind) {
  return SIGNS[kind] ? svg("svg", { viewBox: "0 0 24 24", class: `sign ${kind}`, "aria-hidden": "true" }, svg("path", { d: SIGNS[kind] })) : null;
}

/** A label that is no name of its cell is worth something. */
export function piece(key, owner, label) {
  const kind = `piece${owner ? ` ${owner.toLowerCase()}` : ""}${label && label !== key ? " worth" : ""}`;
  return el("span", { class: kind }, owner ? mark(owner) : null, label ? el("span", { class: "label" }, label) : null);
}

const still = () => !globalThis.matchMedia || matchMedia("(prefers-reduced-motion: reduce)").matches;
const HALF = 180;

/** Moves what changed to where it stands: `{ cell, was, now, had, has }`, the elements and their
 * contents. What stood in another of these cells travels; what changed hands turns, one after the
 * other; what is new arrives. */
export function explain(changes) {
  if (still()) return;
  const turned = changes.filter(({ was, now }) => was.owner && now.owner).length;
  let wait = 120;
  for (const change of changes.filter(({ now }) => now.owner)) {
    const { cell, was, now, view } = change;
    const from = changes.find((other) => other !== change && other.was.owner === now.owner && other.was.label === now.label);
    if (from) {
      const [here, there] = [cell.getBoundingClientRect(), from.cell.getBoundingClientRect()];
      const start = `translate(${there.left - here.left}px, ${there.top - here.top}px)`;
      cell.animate({ zIndex: [2, 2] }, 450);
      view.animate({ transform: [start, "none"] }, { duration: 450, easing: "ease-in-out" });
    } else if (was.owner) {
      const leaving = piece("", was.owner, was.label);
      cell.append(leaving);
      const gone = () => leaving.remove();
      leaving.animate({ transform: ["none", "rotateY(90deg)"] }, { duration: HALF, delay: wait, fill: "forwards", easing: "ease-in" }).finished.then(gone, gone);
      view.animate({ transform: ["rotateY(-90deg)", "none"] }, { duration: HALF, delay: wait + HALF, fill: "backwards", easing: "ease-out" });
      wait += Math.min(160, 700 / turned);
    } else view.animate({ transform: ["scale(0.4)", "none"], opacity: [0, 1] }, { duration: 220, easing: "ease-out" });
  }
}

/** A line that draws itself once what completes it stands. */
export function trace(line) {
  if (!still()) line.animate({ strokeDashoffset: [1, 0] }, { duration: 600, delay: 300, fill: "backwards", easing: "ease-in-out" });
}

/** When all motion in an element is over; a page that is not looked at does not wait for ever. */
export function settled(view) {
  const running = view.getAnimations?.({ subtree: true }) ?? [];
  const all = Promise.allSettled(running.map(({ finished }) => finished));
  return running.length ? Promise.race([all, new Promise((resume) => setTimeout(resume, 2000))]) : all;
}
