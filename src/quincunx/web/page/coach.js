// Hint and Why: reasons in sentences, and the line behind them step by step on the board.

import * as api from "./api.js";
import { announce, button, el, svg } from "./dom.js";
import { isTyping, plural, stepper } from "./panels.js";

export class Coach {
  /** `redraw()` draws the current position again when the line is left. */
  constructor(board, redraw) {
    Object.assign(this, { board, redraw, at: 0, line: null, pending: null, before: null });
    this.hintButton = button("Hint", () => this.ask(this.state.position), { hidden: true });
    this.whyButton = button("Why", () => this.ask(this.before(), this.state.last.move), { hidden: true });
    this.buttons = el("p", { class: "buttons" }, this.hintButton, this.whyButton);
    this.words = el("div", { class: "explanation", role: "status" });
    this.steps = stepper((at) => this.showStep(at), "Steps of what follows");
    this.caption = el("span");
    this.backButton = button("Back to the board", () => this.stop());
    this.linePlayer = el("div", { class: "walk", hidden: true }, this.caption, this.steps.view, this.backButton);
    this.view = el("section", { class: "coach", "aria-label": "Hint and why" }, this.buttons, this.words, this.linePlayer);
    this.listener = (event) => this.onKey(event);
  }

  /** Sets the position on the board; `before()` returns the one before its last move, if Why is possible. */
  update(state, { hint = true, before = null, you = null } = {}) {
    if (this.state?.position !== state.position) this.show();
    Object.assign(this, { state, you, before: state.last && before });
    this.hintButton.hidden = !hint || Boolean(state.outcome);
    this.whyButton.hidden = !this.before;
    document.addEventListener("keydown", this.listener, true);
    if (this.at) this.showStep(this.at);
  }

  /** Explains a move; without one, the best move. */
  async ask(source, move = null) {
    this.stop();
    this.show(el("p", { class: "quiet" }, "Thinking …"));
    const request = (this.pending = {});
    try {
      const from = await source;
      const reasons = await api.reasons({ game: this.state.game, position: from, move, you: this.you });
      if (this.pending !== request) return;
      const opening = move ? `${move}: ` : `Try ${reasons.move}. `;
      this.show(el("p", {}, opening, reasons.sentences.join(" ")), { ...reasons, from });
      if (!move) this.highlight(reasons.cells[0] ?? [], []);
    } catch (error) {
      if (this.pending === request) this.show(el("p", { class: "problem" }, error.message));
    }
  }

  /** Shows an explanation, or none, and the controls for its line. */
  show(words = "", { from, line = [], positions = [], cells = [], pairs = [] } = {}) {
    this.pending = null;
    this.line = { moves: line, positions: [from, ...positions], cells, pairs };
    this.words.replaceChildren(words, pairs.length ? el("details", {},
      el("summary", {}, `${plural(pairs.length, "pair")}: whatever is taken, its partner is the answer`),
      el("p", {}, pairs.map((pair) => pair.join("–")).join(", "))) : "");
    this.setStep(0);
  }

  /** Sets how many moves of the line are on the board. */
  setStep(at) {
    const { moves } = this.line;
    this.at = at;
    this.board.showsLine = at > 0;
    this.board.view.classList.toggle("shown", at > 0);
    this.board.view.querySelector(".pairs")?.remove();
    this.linePlayer.hidden = !moves.length;
    this.backButton.hidden = !at;
    this.steps.update(at, moves.length);
    this.caption.textContent = at ? `Shown, not played: ${moves[at - 1]}.` : "What follows with best play:";
  }

  async showStep(at) {
    if (!at) return this.stop();
    const { moves, positions, cells, pairs } = this.line;
    const request = (this.pending = {});
    try {
      const state = await api.position({ game: this.state.game, position: positions[at - 1], move: moves[at - 1] });
      if (this.pending !== request) return;
      this.setStep(at);
      this.board.update(state);
      this.highlight(cells[at - 1] ?? [], pairs);
      announce(this.caption.textContent);
    } catch (error) {
      if (this.pending === request) this.caption.textContent = error.message;
    }
  }

  stop() {
    this.pending = null;
    if (!this.at) return;
    this.setStep(0);
    this.redraw();
  }

  /** Marks cells, and connects pairs of cells; a line between distant cells bends around the others. */
  highlight(keys, pairs) {
    const grid = this.board.view.querySelector(".board");
    const cells = new Map([...grid.querySelectorAll("[data-key]")].map((cell) => [cell.dataset.key, cell]));
    for (const key of keys) cells.get(key)?.classList.add("marked");
    const box = grid.getBoundingClientRect();
    const lines = pairs.map((pair) => {
      const [{ left, top, width, height }, to] = pair.map((key) => cells.get(key).getBoundingClientRect());
      const [dx, dy] = [to.left - left, to.top - top];
      const bend = Math.hypot(dx, dy) > 1.6 * width ? width / 2 : 0;
      return svg("path", { d: `M${left - box.left + width / 2} ${top - box.top + height / 2}q${dx / 2 - bend * Math.sign(dy)} ${dy / 2 + bend * Math.sign(dx)} ${dx} ${dy}` });
    });
    if (lines.length) grid.append(svg("svg", { class: "pairs", "aria-hidden": "true", viewBox: `0 0 ${box.width} ${box.height}` }, lines));
  }

  /** H hints, W explains; while a line is shown, arrows step through it and Escape leaves it. */
  onKey(event) {
    if (!this.view.isConnected) return document.removeEventListener("keydown", this.listener, true);
    const action = { Escape: () => this.stop(), ArrowLeft: this.steps.back, ArrowRight: this.steps.forward }[event.key];
    const letter = { h: this.hintButton, w: this.whyButton }[event.key.toLowerCase()];
    const run = this.at && (event.key === "Escape" || !event.target.closest("[role=grid]")) && action || (letter && !letter.hidden && (() => letter.click()));
    if (!run || isTyping(event)) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  }
}
