// The start page: games to continue, today's puzzle, and every game as a small board.

import * as api from "./api.js";
import { Board, thumbnail } from "./board.js";
import { announce, button, el, link } from "./dom.js";
import { dailyResult, removeGame, saveDailyResult, savedGames, seatsOf } from "./storage.js";
import { applyHue, emblem } from "./theme.js";

const STEP_MS = 1600;
const MAX_GAMES = 8;
const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

export async function show(main) {
  const { games } = await api.catalogue();
  const boards = games.map(card);
  main.replaceChildren(
    continueList(),
    el("div", { class: "hero" },
      el("div", {}, el("h1", {}, `${NUMBERS[games.length] ?? games.length} games, solved`),
        el("p", { class: "lead" }, "Play the computer or a friend, and see what every move is worth."),
        link([games.map(emblem), el("span", {}, "Learn one in a few minutes")], "/learn", { class: "signs" })),
      dailyPuzzle()),
    el("h2", { class: "unseen" }, "The games"),
    el("ul", { class: "cards" }, boards.map(({ view }) => view)),
    el("p", { class: "quiet" }, "What is solved: ", link("who wins, and how it is known", "/solutions"), "."),
  );
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const timer = setInterval(() => boards.forEach(({ step }) => step()), STEP_MS);
  return () => clearInterval(timer);
}

/** A game's card: its board repeats a few moves. */
function card(game) {
  const { id, title, summary, sample } = game;
  let at = sample.length - 1;
  const { view: picture, board } = thumbnail(sample[at]);
  const view = applyHue(el("li", { class: "card" }, picture,
    el("div", {}, el("h3", {}, emblem(game), link(title, `/new/${id}`)), el("p", {}, summary))), id);
  const step = () => {
    at = (at + 1) % sample.length;
    board.update(sample[at]);
  };
  return { view, step };
}

const myTurn = ({ id, to_move: turn }) => Object.keys(seatsOf(id)).includes(turn?.toLowerCase());

/** The unfinished games of this browser, those where it is its turn first. */
function continueList() {
  const list = el("ul", { class: "continue" });
  const view = el("section", { hidden: true, "aria-labelledby": "continue" }, el("h2", { id: "continue" }, "Continue"), list);
  const remove = (id, title, item) => {
    removeGame(id);
    item.remove();
    view.hidden = !list.children.length;
    announce(`${title} is forgotten here.`);
  };
  const unfinished = savedGames().filter(({ over }) => !over);
  for (const { id, game, title } of unfinished.sort((a, b) => myTurn(b) - myTurn(a)).slice(0, MAX_GAMES)) {
    const picture = el("div", { class: "small" });
    const [turn, who] = [el("strong", { class: "yours", hidden: true }, "Your turn"), el("p", { class: "quiet" })];
    const item = applyHue(el("li", {}, picture, el("div", {}, el("h3", {}, link(title, `/game/${id}`)), who, turn),
      button("×", () => remove(id, title, item), { class: "quiet", "aria-label": `Forget this game of ${title}`, title: "Forget this game" })), game);
    list.append(item);
    view.hidden = false;
    api.state(id).then(async (state) => {
      await api.checkSeats(state);
      const mine = Object.keys(seatsOf(id));
      const others = Object.keys(state.players).filter((seat) => !mine.includes(seat)).map((seat) => state.players[seat].name || "a friend");
      picture.replaceWith(thumbnail(state).view);
      turn.hidden = state.outcome || !myTurn(state);
      who.textContent = state.outcome ? "Over" : others.length ? `against ${others.join(" and ")}` : "Both at this screen";
    }).catch((error) => {
      if (error.status === 404) remove(id, title, item);
      else who.textContent = error.message;
    });
  }
  return view;
}

let lastPuzzle = null; // The puzzle and its state when the page was left, shown at once on return.

/** Today's puzzle, which can be solved right here. */
function dailyPuzzle() {
  const words = el("p", { role: "status" }, "Looking for today's puzzle …");
  const board = new Board(answer, "Today's puzzle");
  const view = el("section", { class: "today", "aria-labelledby": "today" }, el("div", { class: "ground" }, board.view),
    el("div", {}, el("h2", { id: "today" }, "Today's puzzle"), words, el("p", {}, link("Open it", "/puzzle"))));
  let { puzzle, state } = lastPuzzle ?? {};

  function draw(text, enabled = true) {
    lastPuzzle = { puzzle, state };
    applyHue(view, puzzle.game);
    words.textContent = text;
    board.update(state, { enabled });
  }

  async function answer(move) {
    try {
      const found = await api.answerPuzzle({ game: puzzle.game, seed: puzzle.seed, move });
      if (found.right) {
        state = await api.position({ game: puzzle.game, position: puzzle.position, move });
        saveDailyResult(puzzle.seed, "solved");
      }
      draw(found.right ? `Right! ${found.words}` : `${found.words} Try again.`, !found.right);
    } catch (error) {
      draw(error.message);
    }
  }

  (async () => {
    const isSolved = () => state.position !== puzzle.position;
    const ends = { solved: "Solved: come back tomorrow.", shown: "You have seen the answer: come back tomorrow." };
    const drawQuestion = () => draw(ends[dailyResult(puzzle.seed)] ?? `${puzzle.title}. ${puzzle.question}`, !isSolved());
    if (puzzle) drawQuestion();
    try {
      const found = await api.puzzle({});
      const { game, seed, position } = found;
      if (seed === puzzle?.seed && isSolved() === Boolean(dailyResult(seed))) return;
      const move = dailyResult(seed) ? (await api.solvePuzzle({ game, seed })).move : null;
      state = await api.position({ game, position, move });
      puzzle = found;
      drawQuestion();
    } catch (error) {
      words.textContent = error.message;
    }
  })();
  return view;
}
