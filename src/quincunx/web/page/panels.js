// What stands beside a board on several pages: rules, records, the steps of a game.

import * as api from "./api.js";
import { button, copier, download, el } from "./dom.js";

/** "no moves", "1 move", "2 moves". */
export const many = (count, word) => `${count || "no"} ${word}${count === 1 ? "" : "s"}`;

/** The rules of a game, opened when asked for. */
export function rulesBeside(game) {
  const text = el("div", { class: "rules" });
  return el("details", {
    ontoggle: async () => text.replaceChildren(...await api.rules(game).then(({ rules }) => paragraphs(rules), ({ message }) => [message])),
  }, el("summary", {}, "Rules"), text);
}

/** The rules' plain text, without its title, as headings, lists and paragraphs. */
export function paragraphs(text) {
  const found = [];
  let open = null; // The paragraph or list item that the next line goes on with.
  for (const line of text.split("\n").slice(1)) {
    const [heading, item] = [/^\d+\. (.*)/.exec(line), /^\s*- (.*)/.exec(line)];
    if (!line.trim()) open = null;
    else if (heading) {
      found.push(el("h2", {}, heading[1]));
      open = null;
    } else if (item) {
      if (found.at(-1)?.tagName !== "UL") found.push(el("ul"));
      open = el("li", {}, item[1]);
      found.at(-1).append(open);
    } else if (open) open.append(` ${line.trim()}`);
    else found.push((open = el("p", {}, line.trim())));
  }
  return found;
}

/** The record as text, to copy or keep. */
export function recordTools(name, record) {
  const text = el("textarea", { readonly: true, rows: 8, "aria-label": "Record" }, record);
  return el("div", { class: "record" }, text, el("p", { class: "buttons" },
    copier("Copy", () => record, "Record"),
    button("Download", () => download(`${name}.txt`, record))));
}

/** Buttons and keys to go through a game; `at(ply)` is called with where to go. */
export function steps(at, label = "Steps") {
  let [ply, last] = [0, 0];
  const to = (target) => at(Math.max(0, Math.min(last, target)));
  const places = [
    button("«", () => to(0), { "aria-label": "To the start" }),
    button("‹", () => to(ply - 1), { "aria-label": "One move back" }),
    button("›", () => to(ply + 1), { "aria-label": "One move forward" }),
    button("»", () => to(last), { "aria-label": "To the end" }),
  ];
  const shown = el("span", { class: "quiet" });
  const view = el("div", { class: "steps", role: "group", "aria-label": label }, places, shown);
  const update = (now, end) => {
    [ply, last] = [now, end];
    shown.textContent = `${now} of ${end}`;
    places.forEach((place, i) => place.setAttribute("aria-disabled", String(i < 2 ? ply === 0 : ply === last)));
  };
  return { view, update, to, back: () => to(ply - 1), forward: () => to(ply + 1) };
}

/** Whether a key is meant for something that is typed in, or for the browser. */
export const typed = (event) => event.ctrlKey || event.metaKey || event.altKey
  || event.target.closest("input:not([type=checkbox]), textarea, select");

/** What the arrow keys do where no board has the focus; returns what ends that. */
export function arrows(back, forward) {
  const pressed = (event) => {
    if (!typed(event) && !event.target.closest("[role=grid]")) ({ ArrowLeft: back, ArrowRight: forward })[event.key]?.();
  };
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}

/** The moves in pairs, the present one in sight; `at(ply)` when one is chosen. */
export function moveList(at) {
  const view = el("ol", { class: "list", "aria-label": "Moves" });
  let [shown, places] = ["", []];
  const update = (moves, current) => {
    if (shown !== moves.join()) {
      shown = moves.join();
      places = moves.map((move, ply) => button(move, () => at(ply + 1), { class: "move" }));
      view.replaceChildren(...places.filter((_, i) => i % 2 === 0).map((one, i) => el("li", {}, one, places[2 * i + 1])));
    }
    places.forEach((place, i) => (i + 1 === current ? place.setAttribute("aria-current", "step") : place.removeAttribute("aria-current")));
    const place = places[current - 1] ?? places[0]; // The list scrolls, the page does not.
    if (place) view.scrollTop = place.offsetTop - (view.clientHeight - place.offsetHeight) / 2;
  };
  return { view, update };
}

/** The state after `ply` moves of a replayed record. */
export function stateAt(replayed, ply) {
  const { game, positions, moves } = replayed;
  return api.position({ game, position: positions[Math.max(0, ply - 1)], move: moves[ply - 1] });
}
