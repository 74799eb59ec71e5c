// A puzzle: find the move that wins or saves the draw, or several in a row.

import { absoluteUrl } from "./address.js";
import * as api from "./api.js";
import { Board } from "./board.js";
import { Coach } from "./coach.js";
import { button, copyButton, el, link, shareButton } from "./dom.js";
import { sharePuzzleText } from "./ending.js";
import { navigate } from "./main.js";
import { rulesPanel } from "./panels.js";
import { dailyResult, saveDailyResult, solvedDays } from "./storage.js";
import { applyHue } from "./theme.js";

const REPLY_PAUSE_MS = 700; // So that the move is seen before the reply.

export async function show(main, _words, query) {
  main.replaceChildren(el("h1", {}, "Puzzle"), el("p", { class: "quiet" }, "Looking for a puzzle …"));
  const kinds = await api.puzzleKinds();
  const longest = Math.max(1, ...kinds.flatMap((each) => Object.values(each.most_moves)));
  const numbers = (last, words = "") => Array.from({ length: last }, (_, at) => [String(at + 1), `${at + 1}${words}`]);
  const chosen = () => Object.fromEntries([...new FormData(form)].filter(([, value]) => value));
  /** The games that have such a puzzle. */
  const gamesWith = ({ game, difficulty, moves }) => kinds.filter((each) => [each.game, ""].includes(game ?? "")
    && Object.entries(each.most_moves).some(([key, most]) => [key, ""].includes(difficulty ?? "") && most >= (moves || 1)));
  const disableMissing = () => { // A choice in one list narrows the others.
    for (const select of form.querySelectorAll("select"))
      for (const option of select.options) option.hidden = option.disabled = !gamesWith({ ...chosen(), [select.name]: option.value }).length;
  };
  const choice = (name, label, options) => el("label", {}, label, el("select", { name }, options.map(([value, text]) =>
    el("option", { value, selected: value === (query.get(name) ?? "") }, text))));
  const openAnother = (event) => {
    event.preventDefault();
    const criteria = chosen();
    const from = criteria.game === query.get("game") && puzzle.next || Math.floor(Math.random() * 1e6);
    const games = gamesWith(criteria);
    criteria.game ??= games[Math.floor(Math.random() * games.length)].game;
    navigate(`/puzzle?${new URLSearchParams({ ...criteria, seed: String(from) })}`);
  };
  const next = el("button", { type: "submit" }, "Next puzzle");
  const form = el("form", { onsubmit: openAnother, onchange: () => disableMissing() }, el("h2", {}, "Another one"),
    choice("game", "Game", [["", "Any"], ...kinds.map(({ game, title }) => [game, title])]),
    el("div", { class: "sizes" }, choice("difficulty", "Difficulty", [["", "Any"], ...numbers(5, " of 5")]),
      choice("moves", "Moves to find", [["", "1"], ...numbers(longest).slice(1)])), next);
  const daily = !["game", "difficulty", "moves"].some((name) => query.get(name));
  disableMissing();
  const puzzle = await api.puzzle(Object.fromEntries(query)).catch((error) => error);
  if (puzzle.message) return main.replaceChildren(el("h1", {}, "Puzzle"), el("p", { class: "problem", role: "alert" }, puzzle.message), form);
  const { game, seed, moves } = puzzle;
  const streakLine = el("p", { class: "buttons" });
  let [state] = await Promise.all([api.position({ game, position: puzzle.position }), drawStreak()]);
  applyHue(document.body, game);
  let [step, wrongTries, isOpen] = [1, 0, true];
  const question = el("p", { class: "task" }, puzzle.question);
  const words = el("p", { class: "verdict", role: "status" });
  const board = new Board((move) => answer(move), `${puzzle.title} puzzle`);
  const coach = new Coach(board, () => draw());
  const showButton = button("Show the answer", () => solve());
  const draw = () => {
    board.update(state, { enabled: isOpen });
    next.classList.toggle("main", !isOpen);
    showButton.hidden = !isOpen;
  };

  let pending = null; // The last request: answers to earlier ones are ignored.

  /** Shows the result of `ask()`: `[feedback, move, answer]`, with the move to make on the board, or null.
   * Returns whether that solved the puzzle. */
  async function showResult(ask) {
    const request = (pending = {});
    let feedback, move, solution, after, following;
    try {
      [feedback, move, solution] = await ask();
      after = move && await api.position({ game, position: state.position, move });
      following = solution?.then && await api.position({ game, position: solution.position, move: solution.reply });
    } catch (error) {
      feedback = error.message;
    }
    if (pending !== request) return;
    words.textContent = feedback;
    if (after) [state, isOpen] = [after, false];
    draw();
    if (following) {
      if (!matchMedia("(prefers-reduced-motion: reduce)").matches) await new Promise((resume) => setTimeout(resume, REPLY_PAUSE_MS));
      if (pending !== request) return;
      [state, isOpen, step] = [following, true, step + 1];
      question.textContent = `${solution.reply} is the answer. ${solution.then.question}`;
      draw();
    } else if (solution?.line.length) {
      coach.update(state, { hint: false });
      coach.show("", { ...solution, from: state.position });
    }
    return Boolean(after) && !following;
  }

  async function answer(move) {
    const ended = await showResult(async () => {
      const found = await api.answerPuzzle({ game, seed, move, step, moves });
      wrongTries += found.right ? 0 : 1;
      return found.right ? [`Right: ${found.words}`, move, found] : [`${found.words} Try again.`, null];
    });
    if (!ended || !daily) return;
    saveDailyResult(seed, "solved");
    const streak = await drawStreak();
    const text = sharePuzzleText(puzzle, wrongTries, streak, absoluteUrl("/puzzle"));
    if (streak.date) streakLine.append(shareButton(() => ({ text })) ?? copyButton("Share", () => text, "Result"));
  }

  const solve = () => showResult(async () => {
    const found = await api.solvePuzzle({ game, seed, step });
    if (daily) saveDailyResult(seed, "shown");
    drawStreak();
    return [`${found.move} is the move.`, found.move, found];
  });

  async function drawStreak() {
    if (!daily) return null;
    const streak = await api.streak({ day: seed, solved: solvedDays() }).catch(({ message }) => ({ words: message }));
    streakLine.replaceChildren(el("span", {}, dailyResult(seed) === "shown" ? "You have seen today's answer: solve tomorrow's." : streak.words));
    return streak;
  }

  main.replaceChildren(
    el("h1", {}, daily ? "Puzzle of the day" : `${puzzle.title} puzzle`),
    el("div", { class: "sides" },
      el("div", {}, question, board.view, el("ul", { class: "notes" }, state.board.notes.map((note) => el("li", {}, note)))),
      el("div", { class: "panel" }, words, coach.view,
        el("p", {}, `${puzzle.title}, puzzle ${seed}, difficulty ${puzzle.difficulty} of 5${moves > 1 ? `: ${moves} moves in a row are to be found` : ""}.`),
        streakLine, el("p", { class: "buttons" }, showButton, link("Explore it", `/board?${new URLSearchParams({ game, position: puzzle.position })}`, { class: "button" })),
        form, rulesPanel(game),
        el("p", { class: "quiet keys" }, "Keys: arrows and Enter on the board, Escape cancels; ← → step through what follows."))));
  draw();
  if (daily && dailyResult(seed)) await solve();
}
