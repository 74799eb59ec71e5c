// Hint and Why: reasons in sentences, and their line on the board step by step, shown and not played.

import * as api from "./api.js";
import { announce, button, el, svg } from "./dom.js";
import { many, steps, typed } from "./panels.js";

export class Coach {
  /** `back()` draws what stands on the board when nothing is shown. */
  constructor(board, back) {
    Object.assign(this, { board, back, at: 0, line: null, asking: null, before: null });
    this.hints = button("Hint", () => this.ask(this.state.position), { hidden: true });
    this.whys = button("Why", () => this.ask(this.before(), this.state.last.move), { hidden: true });
    this.buttons = el("p", { class: "buttons" }, this.hints, this.whys);
    this.words = el("div", { class: "told", role: "status" });
    this.steps = steps((at) => this.look(at), "Steps of what follows");
    this.mark = el("span");
    this.leave = button("Back to the board", () => this.stop());
    this.walk = el("div", { class: "walk", hidden: true }, this.mark, this.steps.view, this.leave);
    this.view = el("section", { class: "coach", "aria-label": "Hint and why" }, this.buttons, this.words, this.walk);
    this.pressed = (event) => this.press(event);
  }

  /** What stands on the board now; `before()` is the position before its last move, if that can be asked about. */
  update(state, { hint = true, before = null, you = null } = {}) {
    if (this.state?.position !== state.position) this.tell();
    Object.assign(this, { state, you, before: state.last && before });
    this.hints.hidden = !hint || Boolean(state.outcome);
    this.whys.hidden = !this.before;
    document.addEventListener("keydown", this.pressed, true);
    if (this.at) this.look(this.at);
  }

  /** Asks why a move is what it is; without one, which is best and why. */
  async ask(place, move = null) {
    this.stop();
    this.tell(el("p", { class: "quiet" }, "Thinking …"));
    const wanted = (this.asking = {});
    try {
      const from = await place;
      const told = await api.reasons({ game: this.state.game, position: from, move, you: this.you });
      if (this.asking !== wanted) return;
      const first = move ? `${move}: ` : `Try ${told.move}. `;
      this.tell(el("p", {}, first, told.sentences.join(" ")), { ...told, from });
      if (!move) this.draw(told.cells[0] ?? [], []);
    } catch (error) {
      if (this.asking === wanted) this.tell(el("p", { class: "problem" }, error.message));
    }
  }

  /** Says something, or nothing, and offers its line from a position on to be shown. */
  tell(words = "", { from, line = [], positions = [], cells = [], pairs = [] } = {}) {
    this.asking = null;
    this.line = { moves: line, positions: [from, ...positions], cells, pairs };
    this.words.replaceChildren(words, pairs.length ? el("details", {},
      el("summary", {}, `${many(pairs.length, "pair")}: whatever is taken, its partner is the answer`),
      el("p", {}, pairs.map((pair) => pair.join("–")).join(", "))) : "");
    this.set(0);
  }

  /** How many moves of the line are shown; while some are, the board is lent to it. */
  set(at) {
    const { moves } = this.line;
    this.at = at;
    this.board.lent = at > 0;
    this.board.view.classList.toggle("shown", at > 0);
    this.board.view.querySelector(".pairs")?.remove();
    this.walk.hidden = !moves.length;
    this.leave.hidden = !at;
    this.steps.update(at, moves.length);
    this.mark.textContent = at ? `Shown, not played: ${moves[at - 1]}.` : "What follows with best play:";
  }

  async look(at) {
    if (!at) return this.stop();
    const { moves, positions, cells, pairs } = this.line;
    const wanted = (this.asking = {});
    try {
      const shown = await api.position({ game: this.state.game, position: positions[at - 1], move: moves[at - 1] });
      if (this.asking !== wanted) return;
      this.set(at);
      this.board.update(shown);
      this.draw(cells[at - 1] ?? [], pairs);
      announce(this.mark.textContent);
    } catch (error) {
      if (this.asking === wanted) this.mark.textContent = error.message;
    }
  }

  stop() {
    this.asking = null;
    if (!this.at) return;
    this.set(0);
    this.back();
  }

  /** Marks cells, and draws pairs from cell to cell, over the board as it stands; a bow passes what lies between. */
  draw(keys, pairs) {
    const grid = this.board.view.querySelector(".board");
    const cells = new Map([...grid.querySelectorAll("[data-key]")].map((cell) => [cell.dataset.key, cell]));
    for (const key of keys) cells.get(key)?.classList.add("told");
    const box = grid.getBoundingClientRect();
    const lines = pairs.map((pair) => {
      const [{ left, top, width, height }, to] = pair.map((key) => cells.get(key).getBoundingClientRect());
      const [dx, dy] = [to.left - left, to.top - top];
      const bow = Math.hypot(dx, dy) > 1.6 * width ? width / 2 : 0;
      return svg("path", { d: `M${left - box.left + width / 2} ${top - box.top + height / 2}q${dx / 2 - bow * Math.sign(dy)} ${dy / 2 + bow * Math.sign(dx)} ${dx} ${dy}` });
    });
    if (lines.length) grid.append(svg("svg", { class: "pairs", "aria-hidden": "true", viewBox: `0 0 ${box.width} ${box.height}` }, lines));
  }

  /** H hints, W says why; while a line is shown, arrows step through it and Escape goes back. */
  press(event) {
    if (!this.view.isConnected) return document.removeEventListener("keydown", this.pressed, true);
    const shown = { Escape: () => this.stop(), ArrowLeft: this.steps.back, ArrowRight: this.steps.forward }[event.key];
    const letter = { h: this.hints, w: this.whys }[event.key.toLowerCase()];
    const act = this.at && (event.key === "Escape" || !event.target.closest("[role=grid]")) && shown || (letter && !letter.hidden && (() => letter.click()));
    if (!act || typed(event)) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }
}
