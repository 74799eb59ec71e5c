// The first page: the games as small boards.

import * as api from "./api.js";
import { Board } from "./board.js";
import { el, link } from "./dom.js";

const PAUSE = 1600;
const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

export async function show(main) {
  const { games } = await api.catalogue();
  const title = el("h1", {}, `${NUMBERS[games.length] ?? games.length} games, solved`);
  const boards = games.map(card);
  main.replaceChildren(
    title,
    el("p", { class: "lead" }, "Play the computer or a friend, and see what every move is worth."),
    el("ul", { class: "cards" }, boards.map(({ view }) => view), el("li", { class: "card more" },
      el("h2", {}, link("Puzzle of the day", "/puzzle")),
      el("p", {}, "One move wins, or saves the draw: find it."))),
    el("p", {}, "What is solved: ", link("who wins, and how it is known", "/solutions"), "."),
  );
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const timer = setInterval(() => boards.forEach(({ step }) => step()), PAUSE);
  return () => clearInterval(timer);
}

/** A game's card: its board shows a few moves, over and over. */
function card({ id, title, summary, sample }) {
  const board = new Board(() => {}, title);
  let at = sample.length - 1;
  board.update(sample[at]);
  const view = el("li", { class: "card" },
    el("div", { class: "small", "aria-hidden": "true", inert: true }, board.view),
    el("div", {}, el("h2", {}, link(title, `/new/${id}`)), el("p", {}, summary)));
  const step = () => {
    at = (at + 1) % sample.length;
    board.update(sample[at]);
  };
  return { view, step };
}
