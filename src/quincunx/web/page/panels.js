// Parts of several pages: rules, records, the moves of a game.

import * as api from "./api.js";
import { button, copyButton, download, el } from "./dom.js";

/** "no moves", "1 move", "2 moves". */
export const plural = (count, word) => `${count || "no"} ${word}${count === 1 ? "" : "s"}`;

/** The rules of a game, loaded when opened. */
export function rulesPanel(game) {
  const text = el("div", { class: "rules" });
  return el("details", {
    ontoggle: async () => text.replaceChildren(...await api.rules(game).then(({ rules }) => paragraphs(rules), ({ message }) => [message])),
  }, el("summary", {}, "Rules"), text);
}

/** Turns the plain text of the rules, without its title, into headings, lists and paragraphs. */
export function paragraphs(text) {
  const elements = [];
  let openBlock = null; // The paragraph or list item that the next line continues.
  for (const line of text.split("\n").slice(1)) {
    const [heading, item] = [/^\d+\. (.*)/.exec(line), /^\s*- (.*)/.exec(line)];
    if (!line.trim()) openBlock = null;
    else if (heading) {
      elements.push(el("h2", {}, heading[1]));
      openBlock = null;
    } else if (item) {
      if (elements.at(-1)?.tagName !== "UL") elements.push(el("ul"));
      openBlock = el("li", {}, item[1]);
      elements.at(-1).append(openBlock);
    } else if (openBlock) openBlock.append(` ${line.trim()}`);
    else elements.push((openBlock = el("p", {}, line.trim())));
  }
  return elements;
}

/** The record as text, to copy or download. */
export function recordTools(name, record) {
  const text = el("textarea", { readonly: true, rows: 8, "aria-label": "Record" }, record);
  return el("div", { class: "record" }, text, el("p", { class: "buttons" },
    copyButton("Copy", () => record, "Record"),
    button("Download", () => download(`${name}.txt`, record))));
}

/** Buttons that step through a game; `onPly(ply)` is called with the target. */
export function stepper(onPly, label = "Steps") {
  let [ply, last] = [0, 0];
  const to = (target) => onPly(Math.max(0, Math.min(last, target)));
  const buttons = [
    button("«", () => to(0), { "aria-label": "To the start" }),
    button("‹", () => to(ply - 1), { "aria-label": "One move back" }),
    button("›", () => to(ply + 1), { "aria-label": "One move forward" }),
    button("»", () => to(last), { "aria-label": "To the end" }),
  ];
  const shown = el("span", { class: "quiet" });
  const view = el("div", { class: "steps", role: "group", "aria-label": label }, buttons, shown);
  const update = (now, end) => {
    [ply, last] = [now, end];
    shown.textContent = `${now} of ${end}`;
    buttons.forEach((each, i) => each.setAttribute("aria-disabled", String(i < 2 ? ply === 0 : ply === last)));
  };
  return { view, update, to, back: () => to(ply - 1), forward: () => to(ply + 1) };
}

/** Whether a key press belongs to a text field or to the browser. */
export const isTyping = (event) => event.ctrlKey || event.metaKey || event.altKey
  || event.target.closest("input:not([type=checkbox]), textarea, select");

/** Handles the arrow keys where no board has the focus; returns a function that stops that. */
export function onArrowKeys(back, forward) {
  const listener = (event) => {
    if (!isTyping(event) && !event.target.closest("[role=grid]")) ({ ArrowLeft: back, ArrowRight: forward })[event.key]?.();
  };
  document.addEventListener("keydown", listener);
  return () => document.removeEventListener("keydown", listener);
}

/** The moves in pairs, scrolled to the current one; `onPly(ply)` is called when one is chosen. */
export function moveList(onPly) {
  const view = el("ol", { class: "list", "aria-label": "Moves" });
  let [shown, buttons] = ["", []];
  const update = (moves, current) => {
    if (shown !== moves.join()) {
      shown = moves.join();
      buttons = moves.map((move, ply) => button(move, () => onPly(ply + 1), { class: "move" }));
      view.replaceChildren(...buttons.filter((_, i) => i % 2 === 0).map((one, i) => el("li", {}, one, buttons[2 * i + 1])));
    }
    buttons.forEach((each, i) => (i + 1 === current ? each.setAttribute("aria-current", "step") : each.removeAttribute("aria-current")));
    const target = buttons[current - 1] ?? buttons[0]; // The list scrolls, the page does not.
    if (target) view.scrollTop = target.offsetTop - (view.clientHeight - target.offsetHeight) / 2;
  };
  return { view, update };
}

/** The state after `ply` moves of a replayed record. */
export function stateAt(replayed, ply) {
  const { game, positions, moves } = replayed;
  return api.position({ game, position: positions[Math.max(0, ply - 1)], move: moves[ply - 1] });
}
