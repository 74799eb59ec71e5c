// One move that wins, or saves the draw, to be found; or several, one after the other.

import { whole } from "./address.js";
import * as api from "./api.js";
import { Board } from "./board.js";
import { Coach } from "./coach.js";
import { button, copier, el, link, sharer } from "./dom.js";
import { dailyRun, keepDailyRun } from "./keeping.js";
import { go } from "./main.js";
import { many, rulesBeside } from "./panels.js";
import { wear } from "./signs.js";
import { running, shareText, solved } from "./streak.js";

const PAUSE = 700; // Before the reply, so that the move is seen.

export async function show(main, _words, query) {
  const { games } = await api.catalogue();
  const choice = (name, label, options) => el("label", {}, label, el("select", { name }, options.map(([value, text]) =>
    el("option", { value, selected: value === (query.get(name) ?? "") }, text))));
  const another = (event) => {
    event.preventDefault();
    const wanted = Object.fromEntries([...new FormData(event.target)].filter(([, value]) => value));
    const from = wanted.game === query.get("game") && asked ? asked.next : Math.floor(Math.random() * 1e6);
    wanted.game ??= games[Math.floor(Math.random() * games.length)].id;
    go(`/puzzle?${new URLSearchParams({ ...wanted, seed: String(from) })}`);
  };
  const next = el("button", { type: "submit" }, "Next puzzle");
  const others = el("form", { onsubmit: another }, el("h2", {}, "Another one"),
    choice("game", "Game", [["", "Any"], ...games.map(({ id, title }) => [id, title])]),
    el("div", { class: "sizes" }, choice("difficulty", "Difficulty", [["", "Any"], ...[1, 2, 3, 4, 5].map((each) => [String(each), `${each} of 5`])]),
      choice("moves", "Moves to find", [["", "One"], ["2", "Two"], ["3", "Three"]])), next);
  const daily = !query.get("game");
  let asked = null;
  main.replaceChildren(el("h1", {}, "Puzzle"), el("p", { class: "quiet" }, "Looking for a puzzle …"));
  try {
    asked = await api.puzzle(Object.fromEntries(query));
  } catch (error) {
    return main.replaceChildren(el("h1", {}, "Puzzle"), el("p", { class: "problem", role: "alert" }, error.message), others);
  }
  const { game, seed, moves } = asked;
  let state = await api.position({ game, position: asked.position });
  wear(document.body, game);
  let [step, wrong, open] = [1, 0, true];
  const question = el("p", { class: "task" }, asked.question);
  const words = el("p", { class: "verdict", role: "status" });
  const run = el("p", { class: "buttons" });
  const board = new Board((move) => answer(move), `${asked.title} puzzle`);
  const coach = new Coach(board, () => draw());
  const shows = button("Show the answer", () => solve());
  const draw = () => {
    board.update(state, { enabled: open });
    next.classList.toggle("main", !open);
    shows.hidden = !open;
  };

  let asking = null; // What was asked last: the answer to anything else comes too late.

  /** Shows what `ask()` finds: `[said, move, found]`, with the move that is made on the board, or none. */
  async function tell(ask) {
    const wanted = (asking = {});
    let said, move, found, after, then;
    try {
      [said, move, found] = await ask();
      after = move && await api.position({ game, position: state.position, move });
      then = found?.then && await api.position({ game, position: found.position, move: found.reply });
    } catch (error) {
      said = error.message;
    }
    if (asking !== wanted) return;
    words.textContent = said;
    if (after) [state, open] = [after, false];
    draw();
    if (then) {
      if (!matchMedia("(prefers-reduced-motion: reduce)").matches) await new Promise((resume) => setTimeout(resume, PAUSE));
      if (asking !== wanted) return;
      [state, open, step] = [then, true, step + 1];
      question.textContent = `${found.reply} is the answer. ${found.then.question}`;
      draw();
    } else if (found?.line.length) {
      coach.update(state, { hint: false });
      coach.tell("", { ...found, from: state.position });
    }
    return Boolean(after) && !then;
  }

  async function answer(move) {
    const ended = await tell(async () => {
      const found = await api.answerPuzzle({ game, seed, move, step, moves });
      wrong += found.right ? 0 : 1;
      return found.right ? [`Right: ${found.words}`, move, found] : [`${found.words} Try again.`, null];
    });
    if (!ended || !daily) return;
    keepDailyRun(solved(dailyRun(), seed));
    drawRun();
    const text = shareText(asked, wrong, running(dailyRun(), seed), whole("/puzzle"));
    run.append(sharer(() => ({ text })) ?? copier("Share", () => text, "Result"));
  }

  const solve = () => tell(async () => {
    const found = await api.solvePuzzle({ game, seed, step });
    return [`${found.move} is the move.`, found.move, found];
  });

  function drawRun() {
    const length = running(dailyRun(), seed);
    if (daily) run.replaceChildren(el("span", {}, dailyRun()?.day === seed ? `Solved today: ${many(length, "day")} running.`
      : length ? `Solved on ${many(length, "day")} running: today's keeps it up.` : "Solve it every day: a day missed ends the run."));
  }

  main.replaceChildren(
    el("h1", {}, daily ? "Puzzle of the day" : `${asked.title} puzzle`),
    el("div", { class: "sides" },
      el("div", {}, question, board.view, el("ul", { class: "notes" }, state.board.notes.map((note) => el("li", {}, note)))),
      el("div", { class: "panel" }, words, coach.view,
        el("p", {}, `${asked.title}, puzzle ${seed}, difficulty ${asked.difficulty} of 5${moves > 1 ? `: ${moves} moves running are to be found` : ""}.`),
        run, el("p", { class: "buttons" }, shows, link("Explore it", `/board?${new URLSearchParams({ game, position: asked.position })}`, { class: "button" })),
        others, rulesBeside(game),
        el("p", { class: "quiet keys" }, "Keys: arrows and Enter on the board, Escape cancels; ← → step through what follows."))));
  drawRun();
  draw();
}
