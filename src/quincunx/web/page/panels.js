// What stands beside a board on several pages: rules, records, the steps of a game.

import * as api from "./api.js";
import { button, copy, download, el } from "./dom.js";

/** The rules of a game, opened when asked for. */
export function rulesBeside(game) {
  const text = el("div", { class: "rules" });
  return el("details", {
    ontoggle: async () => {
      try {
        text.replaceChildren(...paragraphs((await api.rules(game)).rules));
      } catch (error) {
        text.textContent = error.message;
      }
    },
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
    button("Copy", () => copy(record, "Record")),
    button("Download", () => download(`${name}.txt`, record))));
}

/** Buttons and keys to go through a game; `at(ply)` is called with where to go. */
export function steps(at) {
  let [ply, last] = [0, 0];
  const to = (target) => at(Math.max(0, Math.min(last, target)));
  const places = [
    button("«", () => to(0), { "aria-label": "To the start" }),
    button("‹", () => to(ply - 1), { "aria-label": "One move back" }),
    button("›", () => to(ply + 1), { "aria-label": "One move forward" }),
    button("»", () => to(last), { "aria-label": "To the end" }),
  ];
  const shown = el("span", { class: "quiet" });
  const view = el("div", { class: "steps", role: "group", "aria-label": "Steps" }, places, shown);
  const update = (now, end) => {
    [ply, last] = [now, end];
    shown.textContent = `${now} of ${end}`;
    places.forEach((place, i) => place.setAttribute("aria-disabled", String(i < 2 ? ply === 0 : ply === last)));
  };
  return { view, update, to, back: () => to(ply - 1), forward: () => to(ply + 1) };
}

/** The moves in pairs; `at(ply)` when one is chosen. */
export function moveList(moves, current, at) {
  const pairs = [];
  for (let i = 0; i < moves.length; i += 2) {
    pairs.push(el("li", {}, [i, i + 1].filter((ply) => ply < moves.length).map((ply) =>
      button(moves[ply], () => at(ply + 1), { class: "move", "aria-current": ply + 1 === current ? "step" : null }))));
  }
  return el("ol", { class: "list", "aria-label": "Moves" }, pairs);
}

/** The state after `ply` moves of a replayed record. */
export function stateAt(replayed, ply) {
  const { game, positions, moves } = replayed;
  if (!ply) return api.position({ game, position: positions[0] });
  return api.position({ game, position: positions[ply - 1], move: moves[ply - 1] });
}
