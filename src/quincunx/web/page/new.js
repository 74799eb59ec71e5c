// A game is chosen: against whom, which side, what size. The first touch of the board begins it.

import * as api from "./api.js";
import { Board } from "./board.js";
import { inTab } from "./address.js";
import { announce, el, link, once } from "./dom.js";
import { adaptiveLevel, keepName, meets, myName } from "./keeping.js";
import { beginGame } from "./main.js";
import { rulesBeside } from "./panels.js";
import { sign } from "./signs.js";

const PATIENCE = 1500; // Milliseconds.

export async function show(main, [id], query) {
  const { games } = await api.catalogue();
  const game = games.find((each) => each.id === id);
  if (!game) throw new Error("There is no such game: choose one of the list.");
  const position = query.get("position"); // From which it begins, where that is not the start.
  const problem = el("p", { class: "problem", role: "alert" });
  const board = new Board((move) => begin(move), `${game.title}, ${position ? "a position" : "the start"}`);
  const [rows, columns] = game.default_size.split("x");
  const [fewest, most] = [game.smallest_size.split("x"), game.largest_size.split("x")];
  const number = (name, label, value, side) => el("label", { hidden: position || game.smallest_size === game.largest_size }, label,
    el("input", { name, type: "number", min: fewest[side], max: most[side], value, required: true }));
  const choice = (name, options) => el("fieldset", { class: "options" },
    el("legend", {}, name[0].toUpperCase() + name.slice(1)),
    el("div", {}, options.map(([value, label], i) => el("label", {},
      el("input", { type: "radio", name, value, checked: i === 0 }), el("span", {}, label)))));
  const level = el("select", { name: "level" });
  const submit = el("button", { type: "submit", class: "main" });
  const form = el("form", { class: "panel", onsubmit: (event) => { event.preventDefault(); begin(null); }, onchange: () => changed() },
    choice("against", [["computer", "The computer"], ...(inTab ? [] : [["friend", "A friend, by link"]]), ["screen", "Both at this screen"]]),
    choice("you play", [["x", "X"], ["o", "O"], ["toss", "Coin toss"]]),
    el("div", { class: "fields" },
      el("label", { class: "level" }, "Level", level),
      number("rows", "Rows", rows, 0), number("columns", "Columns", columns, 1),
      el("label", { class: "named" }, "Your name", el("input", { name: "name", maxlength: 40, autocomplete: "nickname", value: myName() }))),
    problem,
    el("div", { class: "begin" }, submit));
  const how = el("span");
  const lesson = el("span");
  const read = () => Object.fromEntries(new FormData(form));
  let size = null;
  let start = null; // The promise of the board of that size: whoever is quicker than it waits for it.

  /** Offers the levels that can play from here, and one that suits whoever plays. */
  function offer(shown) {
    const chosen = level.value || "casual";
    level.replaceChildren(...shown.levels.map((each) => el("option", { selected: each === chosen }, each)),
      el("option", { value: "adaptive", selected: chosen === "adaptive" }, `adaptive: ${adaptiveLevel(id, shown)} now`));
  }

  async function changed() {
    const asked = read();
    form.dataset.against = asked.against;
    submit.textContent = asked.against === "friend" ? "Make the link" : "Start";
    const wanted = `${asked.rows}x${asked.columns}`;
    const wrong = form.querySelector("input:invalid");
    if (size !== wanted) {
      if (board.state) board.update(board.state);
      if (!wrong) start = position ? placed() : api.start({ game: id, size: wanted });
      size = wanted;
    }
    try {
      if (wrong) throw new Error(`${wrong.parentElement.textContent}: write a whole number from ${wrong.min} to ${wrong.max}.`);
      const shown = await start;
      if (size !== wanted) return;
      problem.textContent = "";
      submit.disabled = Boolean(shown.outcome);
      offer(shown);
      const first = shown.to_move.toLowerCase();
      for (const side of ["x", "o"]) {
        form.querySelector(`[value=${side}] + span`).textContent = `${side.toUpperCase()}, ${side === first ? "first" : "second"}`;
      }
      const { against, "you play": side } = read();
      const enabled = !shown.outcome && (side === first || against === "screen");
      how.textContent = shown.outcome ? "This game is over. " : enabled ? "Touch the board to begin, or set up the game. " : "Press the button to begin. ";
      board.update(shown, { enabled });
    } catch (error) {
      if (size !== wanted) return;
      size = null;
      submit.disabled = true;
      problem.textContent = error.message;
    }
  }

  /** The position that was given; the levels are those of its size. */
  async function placed() {
    const shown = await api.position({ game: id, position });
    const { levels, adaptive } = await api.start({ game: id, size: shown.size });
    return { ...shown, levels, adaptive };
  }

  const begin = once(async (move) => {
    if (board.state) board.update(board.state);
    const asked = read();
    keepName(asked.name);
    const toss = asked["you play"] === "toss";
    const mine = toss ? (crypto.getRandomValues(new Uint8Array(1))[0] % 2 ? "x" : "o") : asked["you play"];
    const other = mine === "x" ? "o" : "x";
    const adaptive = asked.against === "computer" && asked.level === "adaptive";
    if (!size) await changed();
    // The seed that drew the board that is shown: the game's record tells it.
    const shown = await start;
    const opponent = {
      computer: { kind: "computer", level: adaptive ? adaptiveLevel(id, shown) : asked.level },
      friend: { kind: "open" }, screen: { kind: "human" },
    }[asked.against];
    const from = position ? { position } : { size: shown.size, seed: shown.seed };
    const seats = { [mine]: { kind: "human", name: asked.name || null }, [other]: opponent };
    await beginGame(main, { game: id, ...from, ...seats }, adaptive ? { adaptive } : null, { move });
    if (toss) announce(`The coin says: you play ${mine.toUpperCase()}.`);
  }, async (error) => {
    await changed();
    problem.textContent = error.message;
    problem.scrollIntoView({ block: "center" }); // The button may be docked below it.
  });

  /** At the first visit, where there is a lesson. */
  async function teach() {
    const found = (await api.lessons().catch(() => [])).find((each) => each.game === id);
    if (found) lesson.append(el("strong", {}, "New to it? "), link(`Learn it in ${found.steps} short steps`, `/learn/${id}`), ". ");
  }

  // The page comes with its board, so that nothing jumps; a slow server keeps nobody from the form.
  const ready = Promise.all([changed(), meets(id) && teach()]);
  await Promise.race([ready, new Promise((done) => setTimeout(done, PATIENCE))]);
  main.replaceChildren(
    el("div", { class: "titled" }, sign(game), el("h1", {}, game.title)),
    el("p", { class: "lead" }, game.summary),
    el("div", { class: "sides begins" }, el("div", {}, board.view,
      el("p", { class: "quiet" }, lesson, how, link("Explore this board", `/board?${new URLSearchParams({ game: id, ...(position && { position }) })}`), ".")),
    el("div", { class: "stack" }, form, rulesBeside(id))));
}
