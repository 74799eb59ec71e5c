// The form of a new game: opponent, side, size. A click on the board starts it too.

import { inTab } from "./address.js";
import * as api from "./api.js";
import { Board } from "./board.js";
import { announce, el, link, once } from "./dom.js";
import { startGame } from "./main.js";
import { rulesPanel } from "./panels.js";
import { adaptiveLevel, isFirstVisit, playerName, savePlayerName } from "./storage.js";
import { emblem } from "./theme.js";

const MAX_WAIT_MS = 1500;

export async function show(main, [id], query) {
  const { games } = await api.catalogue();
  const game = games.find((each) => each.id === id);
  if (!game) throw new Error("There is no such game: choose one of the list.");
  const position = query.get("position"); // Where the game starts, if not at its start.
  const problem = el("p", { class: "problem", role: "alert" });
  const board = new Board((move) => begin(move), `${game.title}, ${position ? "a position" : "the start"}`);
  const [rows, columns] = game.default_size.split("x");
  const [smallest, largest] = [game.smallest_size.split("x"), game.largest_size.split("x")];
  const number = (name, label, value, side) => el("label", { hidden: position || game.smallest_size === game.largest_size }, label,
    el("input", { name, type: "number", min: smallest[side], max: largest[side], value, required: true }));
  const choice = (name, options) => el("fieldset", { class: "options" },
    el("legend", {}, name[0].toUpperCase() + name.slice(1)),
    el("div", {}, options.map(([value, label], i) => el("label", {},
      el("input", { type: "radio", name, value, checked: i === 0 }), el("span", {}, label)))));
  const level = el("select", { name: "level" });
  const submit = el("button", { type: "submit", class: "main" });
  const form = el("form", { class: "panel", onsubmit: (event) => { event.preventDefault(); begin(null); }, onchange: () => update() },
    choice("against", [["computer", "The computer"], ...(inTab ? [] : [["friend", "A friend, by link"]]), ["screen", "Both at this screen"]]),
    choice("you play", [["x", "X"], ["o", "O"], ["toss", "Coin toss"]]),
    el("div", { class: "fields" },
      el("label", { class: "level" }, "Level", level),
      number("rows", "Rows", rows, 0), number("columns", "Columns", columns, 1),
      el("label", { class: "named" }, "Your name", el("input", { name: "name", maxlength: 40, autocomplete: "nickname", value: playerName() }))),
    problem,
    el("div", { class: "begin" }, submit));
  const instruction = el("span");
  const lesson = el("span");
  const formValues = () => Object.fromEntries(new FormData(form));
  let size = null;
  let start = null; // The promise of the start of that size, so that quick clicks wait for it.

  /** Lists the levels that can play from here, and `adaptive`. */
  function drawLevels(shown) {
    const chosen = level.value || "casual";
    level.replaceChildren(...shown.levels.map((each) => el("option", { selected: each === chosen }, each)),
      el("option", { value: "adaptive", selected: chosen === "adaptive" }, `adaptive: ${adaptiveLevel(id, shown)} now`));
  }

  async function update() {
    const values = formValues();
    form.dataset.against = values.against;
    submit.textContent = values.against === "friend" ? "Make the link" : "Start";
    const wantedSize = `${values.rows}x${values.columns}`;
    const invalid = form.querySelector("input:invalid");
    if (size !== wantedSize) {
      if (board.state) board.update(board.state);
      if (!invalid) start = position ? loadPosition() : api.start({ game: id, size: wantedSize });
      size = wantedSize;
    }
    try {
      if (invalid) throw new Error(`${invalid.parentElement.textContent}: write a whole number from ${invalid.min} to ${invalid.max}.`);
      const shown = await start;
      if (size !== wantedSize) return;
      problem.textContent = "";
      submit.disabled = Boolean(shown.outcome);
      drawLevels(shown);
      const first = shown.to_move.toLowerCase();
      for (const side of ["x", "o"]) {
        form.querySelector(`[value=${side}] + span`).textContent = `${side.toUpperCase()}, ${side === first ? "first" : "second"}`;
      }
      const { against, "you play": side } = formValues();
      const enabled = !shown.outcome && (side === first || against === "screen");
      instruction.textContent = shown.outcome ? "This game is over. " : enabled ? "Touch the board to begin, or set up the game. " : "Press the button to begin. ";
      board.update(shown, { enabled });
    } catch (error) {
      if (size !== wantedSize) return;
      size = null;
      submit.disabled = true;
      problem.textContent = error.message;
    }
  }

  /** The given position; the levels are those of its size. */
  async function loadPosition() {
    const shown = await api.position({ game: id, position });
    const { levels, adaptive } = await api.start({ game: id, size: shown.size });
    return { ...shown, levels, adaptive };
  }

  const begin = once(async (move) => {
    if (board.state) board.update(board.state);
    const values = formValues();
    savePlayerName(values.name);
    const toss = values["you play"] === "toss";
    const mine = toss ? (crypto.getRandomValues(new Uint8Array(1))[0] % 2 ? "x" : "o") : values["you play"];
    const other = mine === "x" ? "o" : "x";
    const adaptive = values.against === "computer" && values.level === "adaptive";
    if (!size) await update();
    // The seed of the board that is shown, so that the record has it.
    const shown = await start;
    const opponent = {
      computer: { kind: "computer", level: adaptive ? adaptiveLevel(id, shown) : values.level },
      friend: { kind: "open" }, screen: { kind: "human" },
    }[values.against];
    const from = position ? { position } : { size: shown.size, seed: shown.seed };
    const seats = { [mine]: { kind: "human", name: values.name || null }, [other]: opponent };
    await startGame(main, { game: id, ...from, ...seats }, adaptive ? { adaptive } : null, { move });
    if (toss) announce(`The coin toss: you play ${mine.toUpperCase()}.`);
  }, async (error) => {
    await update();
    problem.textContent = error.message;
    problem.scrollIntoView({ block: "center" }); // The button may be docked below it.
  });

  /** At the first visit, links to the lesson if there is one. */
  async function offerLesson() {
    const found = (await api.lessons().catch(() => [])).find((each) => each.game === id);
    if (found) lesson.append(el("strong", {}, "New to it? "), link(`Learn it in ${found.steps} short steps`, `/learn/${id}`), ". ");
  }

  // The page appears with its board, so that nothing jumps; but a slow server does not hold up the form.
  const ready = Promise.all([update(), isFirstVisit(id) && offerLesson()]);
  await Promise.race([ready, new Promise((done) => setTimeout(done, MAX_WAIT_MS))]);
  main.replaceChildren(
    el("div", { class: "titled" }, emblem(game), el("h1", {}, game.title)),
    el("p", { class: "lead" }, game.summary),
    el("div", { class: "sides begins" }, el("div", {}, board.view,
      el("p", { class: "quiet" }, lesson, instruction, link("Explore this board", `/board?${new URLSearchParams({ game: id, ...(position && { position }) })}`), ".")),
    el("div", { class: "stack" }, form, rulesPanel(id))));
}
