// The rules of one game, with sample boards.

import * as api from "./api.js";
import { thumbnail } from "./board.js";
import { el, link } from "./dom.js";
import { paragraphs } from "./panels.js";
import { emblem } from "./theme.js";

export async function show(main, [id]) {
  const [{ title, rules }, { games }, lessons] = await Promise.all([api.rules(id), api.catalogue(), api.lessons().catch(() => [])]);
  const game = games.find((each) => each.id === id);
  const pictures = game.sample.map((state) => {
    const { last, outcome } = state;
    const taken = last?.captured.length ? ` and took ${last.captured.join(", ")}` : "";
    const words = outcome ? `${outcome.reason}.` : last ? `${last.by} played ${last.move}${taken}.` : "The start.";
    return el("figure", {}, thumbnail(state).view, el("figcaption", { class: "quiet" }, words));
  });
  const parts = [];
  for (const each of paragraphs(rules)) {
    if (each.tagName === "H2" || !parts.length) parts.push(el("section"));
    parts.at(-1).append(each);
  }
  pictures.forEach((picture, i) => parts[i + 2]?.prepend(picture)); // The first two sections have none.
  main.replaceChildren(
    el("div", { class: "titled" }, emblem(game), el("h1", {}, title)),
    el("p", { class: "lead" }, game.summary),
    el("div", { class: "rules wide" }, parts),
    el("p", { class: "buttons" }, link("Play it", `/new/${id}`, { class: "button main" }),
      lessons.some((each) => each.game === id) ? link("Learn it", `/learn/${id}`, { class: "button" }) : null));
}
