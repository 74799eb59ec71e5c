// The first page: games to go on with, today's puzzle, and every game as a small board.

import * as api from "./api.js";
import { Board, small } from "./board.js";
import { announce, button, el, link } from "./dom.js";
import { dailyEnd, forgetGame, games as keptGames, keepDaily, seatsOf } from "./keeping.js";
import { sign, wear } from "./signs.js";

const PAUSE = 1600;
const MOST = 8;
const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

export async function show(main) {
  const { games } = await api.catalogue();
  const boards = games.map(card);
  main.replaceChildren(
    goOn(),
    el("div", { class: "hero" },
      el("div", {}, el("h1", {}, `${NUMBERS[games.length] ?? games.length} games, solved`),
        el("p", { class: "lead" }, "Play the computer or a friend, and see what every move is worth."),
        link([games.map(sign), el("span", {}, "Learn one in a few minutes")], "/learn", { class: "signs" })),
      today()),
    el("h2", { class: "unseen" }, "The games"),
    el("ul", { class: "cards" }, boards.map(({ view }) => view)),
    el("p", { class: "quiet" }, "What is solved: ", link("who wins, and how it is known", "/solutions"), "."),
  );
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const timer = setInterval(() => boards.forEach(({ step }) => step()), PAUSE);
  return () => clearInterval(timer);
}

/** A game's card: its board shows a few moves, over and over. */
function card(game) {
  const { id, title, summary, sample } = game;
  let at = sample.length - 1;
  const { view: picture, board } = small(sample[at]);
  const view = wear(el("li", { class: "card" }, picture,
    el("div", {}, el("h3", {}, sign(game), link(title, `/new/${id}`)), el("p", {}, summary))), id);
  const step = () => {
    at = (at + 1) % sample.length;
    board.update(sample[at]);
  };
  return { view, step };
}

const myTurn = ({ id, to_move: turn }) => Object.keys(seatsOf(id)).includes(turn?.toLowerCase());

/** The games that this browser plays, those where it was its turn first; each as it stands now. */
function goOn() {
  const list = el("ul", { class: "kept" });
  const view = el("section", { hidden: true, "aria-labelledby": "continue" }, el("h2", { id: "continue" }, "Continue"), list);
  const forget = (id, title, item) => {
    forgetGame(id);
    item.remove();
    view.hidden = !list.children.length;
    announce(`${title} is forgotten here.`);
  };
  const going = keptGames().filter(({ over }) => !over);
  for (const { id, game, title } of going.sort((a, b) => myTurn(b) - myTurn(a)).slice(0, MOST)) {
    const picture = el("div", { class: "small" });
    const [turn, who] = [el("strong", { class: "yours", hidden: true }, "Your turn"), el("p", { class: "quiet" })];
    const item = wear(el("li", {}, picture, el("div", {}, el("h3", {}, link(title, `/game/${id}`)), who, turn),
      button("×", () => forget(id, title, item), { class: "quiet", "aria-label": `Forget this game of ${title}`, title: "Forget this game" })), game);
    list.append(item);
    view.hidden = false;
    api.state(id).then(async (state) => {
      await api.checkSeats(state);
      const mine = Object.keys(seatsOf(id));
      const others = Object.keys(state.players).filter((seat) => !mine.includes(seat)).map((seat) => state.players[seat].name || "a friend");
      picture.replaceWith(small(state).view);
      turn.hidden = state.outcome || !myTurn(state);
      who.textContent = state.outcome ? "Over" : others.length ? `against ${others.join(" and ")}` : "Both at this screen";
    }).catch((error) => {
      if (error.status === 404) forget(id, title, item);
      else who.textContent = error.message;
    });
  }
  return view;
}

let puzzle = null; // Seen last, and how it stood: who comes back finds it at once.

/** Today's puzzle, which is answered where it stands. */
function today() {
  const words = el("p", { role: "status" }, "Today's puzzle is looked for …");
  const board = new Board(answer, "Today's puzzle");
  const view = el("section", { class: "today", "aria-labelledby": "today" }, el("div", { class: "ground" }, board.view),
    el("div", {}, el("h2", { id: "today" }, "Today's puzzle"), words, el("p", {}, link("Open it", "/puzzle"))));
  let { asked, state } = puzzle ?? {};

  function draw(said, enabled = true) {
    puzzle = { asked, state };
    wear(view, asked.game);
    words.textContent = said;
    board.update(state, { enabled });
  }

  async function answer(move) {
    try {
      const found = await api.answerPuzzle({ game: asked.game, seed: asked.seed, move });
      if (found.right) {
        state = await api.position({ game: asked.game, position: asked.position, move });
        keepDaily(asked.seed, "solved");
      }
      draw(found.right ? `Right! ${found.words}` : `${found.words} Try again.`, !found.right);
    } catch (error) {
      draw(error.message);
    }
  }

  (async () => {
    const solvedIt = () => state.position !== asked.position;
    const ends = { solved: "Solved: come back tomorrow.", shown: "You have seen the answer: come back tomorrow." };
    const question = () => draw(ends[dailyEnd(asked.seed)] ?? `${asked.title}. ${asked.question}`, !solvedIt());
    if (asked) question();
    try {
      const found = await api.puzzle({});
      const { game, seed, position } = found;
      if (seed === asked?.seed && solvedIt() === Boolean(dailyEnd(seed))) return;
      const move = dailyEnd(seed) ? (await api.solvePuzzle({ game, seed })).move : null;
      state = await api.position({ game, position, move });
      asked = found;
      question();
    } catch (error) {
      words.textContent = error.message;
    }
  })();
  return view;
}
