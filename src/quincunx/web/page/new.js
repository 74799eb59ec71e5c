// A game is chosen: against whom, which side, what size. The first touch of the board begins it.

import * as api from "./api.js";
import { Board } from "./board.js";
import { announce, el, link } from "./dom.js";
import { keepName, keepSeats, myName } from "./keeping.js";
import { go } from "./main.js";
import { rulesBeside } from "./panels.js";

export async function show(main, [id]) {
  const { games, levels } = await api.catalogue();
  const game = games.find((each) => each.id === id);
  if (!game) throw new Error("There is no such game: choose one of the list.");
  const problem = el("p", { class: "problem", role: "alert" });
  const board = new Board((move) => begin(move), `${game.title}, the start`);
  const [rows, columns] = game.default_size.split("x");
  const [fewest, most] = [game.smallest_size.split("x"), game.largest_size.split("x")];
  const number = (name, label, value, side) => el("label", {}, label,
    el("input", { name, type: "number", min: fewest[side], max: most[side], value, required: true }));
  const choice = (name, options) => el("fieldset", { class: "options" },
    el("legend", {}, name[0].toUpperCase() + name.slice(1)),
    options.map(([value, label], i) => el("label", {},
      el("input", { type: "radio", name, value, checked: i === 0 }), el("span", {}, label))));
  const form = el("form", { class: "panel", onsubmit: (event) => { event.preventDefault(); begin(null); }, onchange: () => changed() },
    choice("against", [["computer", "The computer"], ["friend", "A friend, by link"], ["screen", "Both at this screen"]]),
    el("label", { class: "level" }, "Level",
      el("select", { name: "level" }, levels.map((level) => el("option", { selected: level === "casual" }, level)))),
    choice("you play", [["x", "X, first"], ["o", "O, second"], ["toss", "by lot"]]),
    el("div", { class: "sizes", hidden: game.smallest_size === game.largest_size },
      number("rows", "Rows", rows, 0), number("columns", "Columns", columns, 1)),
    el("label", { class: "named" }, "Your name", el("input", { name: "name", maxlength: 40, autocomplete: "nickname", value: myName() })),
    el("button", { type: "submit", class: "main" }, "Start"),
    problem);
  const how = el("span");
  const read = () => Object.fromEntries(new FormData(form));
  let size = null;
  let start = null; // The promise of the board of that size: whoever is quicker than it waits for it.
  let beginning = false;

  async function changed() {
    const asked = read();
    form.dataset.against = asked.against;
    form.querySelector("button.main").textContent = asked.against === "friend" ? "Make the link" : "Start";
    const wanted = `${asked.rows}x${asked.columns}`;
    if (size !== wanted) {
      size = wanted;
      start = api.start({ game: id, size });
      if (board.state) board.update(board.state);
    }
    try {
      const shown = await start;
      if (size !== wanted) return;
      problem.textContent = "";
      const { against, "you play": side } = read();
      const enabled = side === "x" || against === "screen";
      how.textContent = enabled ? "Touch the board to begin, or set up the game. " : "Press the button to begin. ";
      board.update(shown, { enabled });
    } catch (error) {
      if (size !== wanted) return;
      size = null;
      problem.textContent = error.message;
    }
  }

  async function begin(move) {
    if (beginning) return;
    beginning = true;
    if (board.state) board.update(board.state);
    const asked = read();
    keepName(asked.name);
    const toss = asked["you play"] === "toss";
    const mine = toss ? (crypto.getRandomValues(new Uint8Array(1))[0] % 2 ? "x" : "o") : asked["you play"];
    const other = mine === "x" ? "o" : "x";
    const opponent = {
      computer: { kind: "computer", level: asked.level }, friend: { kind: "open" }, screen: { kind: "human" },
    }[asked.against];
    try {
      if (!size) await changed();
      // The seed that drew the board that is shown: the game's record tells it.
      const shown = await start;
      const begun = await api.create({
        game: id, size: shown.size, seed: shown.seed, [mine]: { kind: "human", name: asked.name || null }, [other]: opponent,
      });
      keepSeats(begun.id, begun.seats);
      if (toss) announce(`The lot: you play ${mine.toUpperCase()}.`);
      if (main.isConnected) go(`/game/${begun.id}`, { move });
    } catch (error) {
      await changed();
      problem.textContent = error.message;
    }
    beginning = false;
  }

  main.replaceChildren(
    el("h1", {}, game.title),
    el("p", { class: "lead" }, game.summary),
    el("div", { class: "sides" }, el("div", {}, board.view,
      el("p", { class: "quiet" }, how, link("Study this board", `/board?game=${id}`), ".")),
    el("div", { class: "stack" }, form, rulesBeside(id))));
  await changed();
}
