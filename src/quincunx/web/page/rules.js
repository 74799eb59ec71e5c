// The rules of one game.

import * as api from "./api.js";
import { el, link } from "./dom.js";
import { paragraphs } from "./panels.js";

export async function show(main, [game]) {
  const { title, rules } = await api.rules(game);
  main.replaceChildren(
    el("h1", {}, title), el("div", { class: "rules" }, paragraphs(rules)),
    el("p", {}, link("Play it", `/new/${game}`)));
}
