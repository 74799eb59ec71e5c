// Lessons: a position, a task, a try, and what it shows; then the next.

import * as api from "./api.js";
import { Board } from "./board.js";
import { announce, button, el, link } from "./dom.js";
import { keepLearned, learned } from "./keeping.js";
import { rulesBeside } from "./panels.js";

export const show = (main, [game]) => (game ? teach(main, game) : list(main));

async function list(main) {
  const row = (done, { game, title, steps }) => el("li", {}, link(title, `/learn/${game}`),
    el("span", { class: "quiet" }, done >= steps ? "✓ done" : done ? `${done} of ${steps} steps done` : `${steps} steps`));
  const lessons = await api.lessons();
  main.replaceChildren(
    el("h1", {}, "Learn"),
    el("p", { class: "lead" }, "A few positions of each game and a task at each: a game is learned in minutes."),
    el("ul", { class: "lessons" }, lessons.map((each) => row(learned(each.game), each))));
}

async function teach(main, game) {
  const { title, opening, steps } = await api.lesson(game);
  const board = new Board((move) => tried(move), `${title}, lesson`);
  const number = el("span");
  const bar = el("progress", { max: steps.length, "aria-label": "Steps done" });
  const task = el("p", { class: "task" });
  const words = el("p", { class: "verdict", role: "status" });
  const buttons = el("p", { class: "buttons" });
  let at = learned(game) % steps.length;
  let asking = null; // What was asked last: the answer to anything else comes too late.

  /** Asks for something and shows what `then` makes of it; a refusal is said. */
  async function ask(what, then) {
    const wanted = (asking = {});
    const found = await what().catch((error) => ({ words: error.message, refused: true }));
    if (asking !== wanted) return;
    words.textContent = found.words ?? "";
    if (!found.refused) then(found);
  }

  const look = (step) => ask(() => api.position({ game, position: steps[step].position }), (state) => {
    at = step;
    number.textContent = `Step ${at + 1} of ${steps.length}`;
    task.textContent = steps[at].task;
    draw(state, false);
    announce(`${number.textContent}. ${task.textContent}`);
  });

  const tried = (move) => ask(async () => {
    const found = await api.answerLesson({ game, step: at + 1, move });
    return { ...found, state: await api.position({ game, position: steps[at].position, ...(found.right && { move }) }) };
  }, ({ right, state }) => {
    if (right) keepLearned(game, Math.max(learned(game), at + 1));
    draw(state, right);
  });

  function draw(state, done) {
    const last = at === steps.length - 1;
    bar.value = at + Number(done);
    board.update(state, { enabled: !done });
    const goesOn = last ? [link("Play it", `/new/${game}`, { class: "button main" }), link("More lessons", "/learn", { class: "button" })]
      : [button("Next", () => look(at + 1), { class: "main" })];
    buttons.replaceChildren(...(done ? [...goesOn, button("Once more", () => look(at))]
      : [at ? button("Back", () => look(at - 1)) : "", last ? "" : button("Skip", () => look(at + 1))]));
    if (done) buttons.firstChild.focus();
  }

  await look(at);
  main.replaceChildren(
    el("h1", {}, `Learn ${title}`),
    el("div", { class: "sides" },
      el("div", {}, task, board.view),
      el("div", { class: "panel" }, el("p", { class: "tick quiet" }, number, bar), words, buttons, el("p", {}, opening), rulesBeside(game),
        el("p", { class: "quiet keys" }, "Keys: arrows and Enter on the board, Escape cancels."))));
}
