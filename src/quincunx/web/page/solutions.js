// The value of each game with best play, and how that is known.

import * as api from "./api.js";
import { thumbnail } from "./board.js";
import { el, link } from "./dom.js";
import { applyHue, emblem } from "./theme.js";

function inWords({ winner, margin, distance, value }) {
  if (value === "unknown") return "Nobody knows yet who wins.";
  if (!winner) return "Nobody can force a win: with best play it is a draw.";
  const how = margin ? ` by ${Math.abs(margin)}` : distance ? `, with move ${distance} at the latest` : "";
  return `The ${winner} player wins${how}, whatever the other does.`;
}

export async function show(main) {
  const [solutions, { games }] = await Promise.all([api.solutions(), api.catalogue()]);
  const sorted = games.flatMap((game) => solutions.filter((item) => item.game === game.id).map((item) => [item, game]));
  main.replaceChildren(
    el("h1", {}, "Solutions"),
    el("p", { class: "lead" }, "The result of each game with best play, and how it is known."),
    el("ul", { class: "solved" }, sorted.map(([item, game]) => applyHue(el("li", { class: "card" }, thumbnail(game.sample.at(-1)).view,
      el("div", {}, el("h2", { class: "titled" }, emblem(game), item.title, el("span", { class: "quiet" }, item.size)),
        el("p", { class: "verdict" }, inWords(item)),
        el("p", {}, link("See it on the board", `/board?${new URLSearchParams({ game: item.game, position: item.start })}`)),
        el("details", {}, el("summary", {}, "How it is known"), el("p", {}, `By ${item.known_by}.`),
          el("p", {}, "Check it yourself: ", el("code", {}, item.check))))), game.id))));
}
