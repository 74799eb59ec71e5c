// What moves are worth: a badge for each, and the list of them beside a board.

import * as api from "./api.js";
import { button, el } from "./dom.js";

const SIGNS = { win: "+", draw: "=", loss: "−", unknown: "?" };
const LETTERS = { win: "W", draw: "D", loss: "L", unknown: "" };

/** A move's value by sign, letter and shape, with the plies to the end. */
export function badge(verdict, isBest) {
  const { value, distance, margin } = verdict;
  const far = margin === undefined || margin === null ? (distance ?? "") : Math.abs(margin);
  return el(
    "span", { class: `badge ${value}${isBest ? " best" : ""}`, "aria-hidden": "true" },
    `${SIGNS[value]}${LETTERS[value]}${value === "draw" || value === "unknown" ? "" : far}`,
  );
}

/** Whether a move is as good as any: the same value, margin and distance as the position. */
export function best(verdict, analysis) {
  return ["value", "margin", "distance"].every((each) => verdict[each] === analysis[each]);
}

/** The verdict in words, the line of best play and every move, as `analyze` gives them. */
export class Values {
  constructor(board, play) {
    this.board = board;
    this.play = play;
    this.view = el("section", { class: "values", "aria-label": "Exact values" });
  }

  async show(state, enabled) {
    const wanted = state.position;
    this.wanted = wanted;
    this.view.replaceChildren(el("p", { class: "quiet" }, "Thinking …"));
    let found;
    try {
      found = await api.analysis(state.game, wanted);
    } catch (error) {
      if (this.wanted === wanted) this.view.replaceChildren(el("p", { class: "problem" }, error.message));
      return;
    }
    if (this.wanted !== wanted) return;
    const counted = found.moves.some(({ margin }) => margin !== undefined);
    this.board.update(state, { enabled: this.board.enabled, analysis: found });
    this.view.replaceChildren(
      el("p", { class: "verdict" }, found.words),
      found.line?.length ? el("p", { class: "line" }, `Best play: ${found.line.join(" ")}`) : "",
      el("ol", { class: "moves" }, found.moves.map((item) => el("li", {},
        button(item.move, () => this.play(item.move), { class: "move", disabled: !enabled }), badge(item, best(item, found)),
        el("span", {}, counted ? `in ${item.distance}: ${item.words}` : item.words)))),
      el("p", { class: "quiet" }, `+W wins, =D draws, −L loses; the number is ${counted ? "the margin" : "how many plies it takes"}. Filled is best.`),
    );
  }

  hide() {
    this.wanted = null;
    this.view.replaceChildren();
  }
}
