// One move that wins, or saves the draw, to be found; or several, one after the other.

import { whole } from "./address.js";
import * as api from "./api.js";
import { Board } from "./board.js";
import { Coach } from "./coach.js";
import { button, copier, el, link, sharer } from "./dom.js";
import { sharePuzzleText } from "./ending.js";
import { dailyEnd, keepDaily, solvedDays } from "./keeping.js";
import { go } from "./main.js";
import { rulesBeside } from "./panels.js";
import { wear } from "./signs.js";

const PAUSE = 700; // Before the reply, so that the move is seen.

export async function show(main, _words, query) {
  main.replaceChildren(el("h1", {}, "Puzzle"), el("p", { class: "quiet" }, "Looking for a puzzle …"));
  const kinds = await api.puzzleKinds();
  const longest = Math.max(1, ...kinds.flatMap((each) => Object.values(each.most_moves)));
  const numbers = (last, words = "") => Array.from({ length: last }, (_, at) => [String(at + 1), `${at + 1}${words}`]);
  const chosen = () => Object.fromEntries([...new FormData(others)].filter(([, value]) => value));
  /** The games that have such a puzzle. */
  const having = ({ game, difficulty, moves }) => kinds.filter((each) => [each.game, ""].includes(game ?? "")
    && Object.entries(each.most_moves).some(([key, most]) => [key, ""].includes(difficulty ?? "") && most >= (moves || 1)));
  const offer = () => { // What is chosen in one list narrows the others to what there is.
    for (const select of others.querySelectorAll("select"))
      for (const option of select.options) option.hidden = option.disabled = !having({ ...chosen(), [select.name]: option.value }).length;
  };
  const choice = (name, label, options) => el("label", {}, label, el("select", { name }, options.map(([value, text]) =>
    el("option", { value, selected: value === (query.get(name) ?? "") }, text))));
  const another = (event) => {
    event.preventDefault();
    const like = chosen();
    const from = like.game === query.get("game") && asked.next || Math.floor(Math.random() * 1e6);
    const games = having(like);
    like.game ??= games[Math.floor(Math.random() * games.length)].game;
    go(`/puzzle?${new URLSearchParams({ ...like, seed: String(from) })}`);
  };
  const next = el("button", { type: "submit" }, "Next puzzle");
  const others = el("form", { onsubmit: another, onchange: () => offer() }, el("h2", {}, "Another one"),
    choice("game", "Game", [["", "Any"], ...kinds.map(({ game, title }) => [game, title])]),
    el("div", { class: "sizes" }, choice("difficulty", "Difficulty", [["", "Any"], ...numbers(5, " of 5")]),
      choice("moves", "Moves to find", [["", "1"], ...numbers(longest).slice(1)])), next);
  const daily = !["game", "difficulty", "moves"].some((name) => query.get(name));
  offer();
  const asked = await api.puzzle(Object.fromEntries(query)).catch((error) => error);
  if (asked.message) return main.replaceChildren(el("h1", {}, "Puzzle"), el("p", { class: "problem", role: "alert" }, asked.message), others);
  const { game, seed, moves } = asked;
  const run = el("p", { class: "buttons" });
  let [state] = await Promise.all([api.position({ game, position: asked.position }), drawStreak()]);
  wear(document.body, game);
  let [step, wrong, open] = [1, 0, true];
  const question = el("p", { class: "task" }, asked.question);
  const words = el("p", { class: "verdict", role: "status" });
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
    keepDaily(seed, "solved");
    const streak = await drawStreak();
    const text = sharePuzzleText(asked, wrong, streak, whole("/puzzle"));
    if (streak.date) run.append(sharer(() => ({ text })) ?? copier("Share", () => text, "Result"));
  }

  const solve = () => tell(async () => {
    const found = await api.solvePuzzle({ game, seed, step });
    if (daily) keepDaily(seed, "shown");
    drawStreak();
    return [`${found.move} is the move.`, found.move, found];
  });

  async function drawStreak() {
    if (!daily) return null;
    const streak = await api.streak({ day: seed, solved: solvedDays() }).catch(({ message }) => ({ words: message }));
    run.replaceChildren(el("span", {}, dailyEnd(seed) === "shown" ? "You have seen today's answer: solve tomorrow's." : streak.words));
    return streak;
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
  draw();
  if (daily && dailyEnd(seed)) await solve();
}
