// Lessons: in each step a position, a task, and feedback to each try.

import * as api from "./api.js";
import { Board } from "./board.js";
import { announce, button, el, link } from "./dom.js";
import { rulesPanel } from "./panels.js";
import { lessonProgress, saveLessonProgress } from "./storage.js";

export const show = (main, [game]) => (game ? teach(main, game) : list(main));

async function list(main) {
  const row = (done, { game, title, steps }) => el("li", {}, link(title, `/learn/${game}`),
    el("span", { class: "quiet" }, done >= steps ? "✓ done" : done ? `${done} of ${steps} steps done` : `${steps} steps`));
  const lessons = await api.lessons();
  main.replaceChildren(
    el("h1", {}, "Learn"),
    el("p", { class: "lead" }, "A few positions of each game and a task at each: a game is learned in minutes."),
    el("ul", { class: "lessons" }, lessons.map((each) => row(lessonProgress(each.game), each))));
}

async function teach(main, game) {
  const { title, opening, steps } = await api.lesson(game);
  const board = new Board((move) => tryMove(move), `${title}, lesson`);
  const number = el("span");
  const bar = el("progress", { max: steps.length, "aria-label": "Steps done" });
  const task = el("p", { class: "task" });
  const words = el("p", { class: "verdict", role: "status" });
  const buttons = el("p", { class: "buttons" });
  let at = lessonProgress(game) % steps.length;
  let pending = null; // The last request: answers to earlier ones are ignored.

  /** Runs a request and passes its answer to `onAnswer`; an error is shown. */
  async function ask(action, onAnswer) {
    const request = (pending = {});
    const found = await action().catch((error) => ({ words: error.message, refused: true }));
    if (pending !== request) return;
    words.textContent = found.words ?? "";
    if (!found.refused) onAnswer(found);
  }

  const showStep = (step) => ask(() => api.position({ game, position: steps[step].position }), (state) => {
    at = step;
    number.textContent = `Step ${at + 1} of ${steps.length}`;
    task.textContent = steps[at].task;
    draw(state, false);
    announce(`${number.textContent}. ${task.textContent}`);
  });

  const tryMove = (move) => ask(async () => {
    const found = await api.answerLesson({ game, step: at + 1, move });
    return { ...found, state: await api.position({ game, position: steps[at].position, ...(found.right && { move }) }) };
  }, ({ right, state }) => {
    if (right) saveLessonProgress(game, Math.max(lessonProgress(game), at + 1));
    draw(state, right);
  });

  function draw(state, done) {
    const last = at === steps.length - 1;
    bar.value = at + Number(done);
    board.update(state, { enabled: !done });
    const nextLinks = last ? [link("Play it", `/new/${game}`, { class: "button main" }), link("More lessons", "/learn", { class: "button" })]
      : [button("Next", () => showStep(at + 1), { class: "main" })];
    buttons.replaceChildren(...(done ? [...nextLinks, button("Once more", () => showStep(at))]
      : [at ? button("Back", () => showStep(at - 1)) : "", last ? "" : button("Skip", () => showStep(at + 1))]));
    if (done) buttons.firstChild.focus();
  }

  await showStep(at);
  main.replaceChildren(
    el("h1", {}, `Learn ${title}`),
    el("div", { class: "sides" },
      el("div", {}, task, board.view),
      el("div", { class: "panel" }, el("p", { class: "tick quiet" }, number, bar), words, buttons, el("p", {}, opening), rulesPanel(game),
        el("p", { class: "quiet keys" }, "Keys: arrows and Enter on the board, Escape cancels."))));
}
