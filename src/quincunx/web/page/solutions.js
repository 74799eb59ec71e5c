// What is known of each game, and how.

import * as api from "./api.js";
import { el, link } from "./dom.js";

export async function show(main) {
  const found = await api.solutions();
  const head = ["Game", "Size", "With best play", "Known by", "Check it yourself"];
  main.replaceChildren(
    el("h1", {}, "Solutions"),
    el("p", { class: "lead" }, "What each game comes to when nobody errs, and how that is known."),
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Solutions" },
      el("table", {}, el("thead", {}, el("tr", {}, head.map((name) => el("th", { scope: "col" }, name)))),
        el("tbody", {}, found.map((item) => el("tr", {},
          el("th", { scope: "row" }, link(item.title, `/board?${new URLSearchParams({ game: item.game, position: item.start })}`)),
          [item.size, item.result, item.known_by].map((text, i) => el("td", { "data-head": head[i + 1] }, text)),
          el("td", { "data-head": head[4] }, el("code", {}, item.check))))))),
    el("p", {}, "A game's name opens its start with the value of every move."));
}
