// The values of moves: a badge for each, and the list of them next to a board.

import * as api from "./api.js";
import { button, el } from "./dom.js";
import { plural } from "./panels.js";

const SIGNS = { win: "+W", draw: "=D", loss: "−L" };

/** A move's value by sign, letter and shape, with the moves to the end; nothing if it is unknown. */
export function badge(verdict, isMarked) {
  if (!(verdict?.value in SIGNS)) return "";
  const { value, distance, margin } = verdict;
  const number = margin === undefined || margin === null ? (distance ?? "") : Math.abs(margin);
  const options = { class: `badge ${value}${isMarked ? " best" : ""}`, "aria-hidden": "true" };
  return el("span", options, `${SIGNS[value]}${value === "draw" ? "" : number}${verdict.only ? "!" : ""}`);
}

/** Whether a move is known to be as good as any: of the same value, margin and distance as the position. */
export function isBest(verdict, analysis) {
  return verdict.value !== "unknown" && ["value", "margin", "distance"].every((each) => verdict[each] === analysis[each]);
}

/** The moves whose value is known; `only` marks the single move that keeps a win or a draw. */
export function knownMoves({ value, moves }) {
  const known = moves.filter((each) => each.value in SIGNS);
  const keeping = known.filter((each) => each.value === value);
  const isOnly = keeping.length === 1 && value !== "loss" && moves.length > 1 && known.length === moves.length;
  return known.map((each) => ({ ...each, only: isOnly && each === keeping[0] }));
}

/** The verdict in words, the line of best play and every move; `why(move)` explains one. */
export class Values {
  constructor(board, play, why = null) {
    Object.assign(this, { board, play, why });
    this.view = el("section", { class: "values", "aria-label": "Exact values" });
  }

  async show(state, enabled) {
    const position = (this.position = state.position);
    this.view.inert = true; // The old content is about another position until the answer comes.
    if (!this.view.firstChild) this.view.append(el("p", { class: "quiet" }, "Thinking …"));
    const result = await api.analysis(state.game, position).catch(({ message }) => ({ message }));
    if (this.position !== position) return;
    if (result.message) return this.setContent(el("p", { class: "problem" }, result.message));
    const hasMargins = result.moves.some(({ margin }) => margin !== undefined);
    const moves = knownMoves(result);
    const unknownCount = result.moves.length - moves.length;
    if (!this.board.showsLine) this.board.update(state, { enabled: this.board.enabled, analysis: { ...result, moves } });
    this.setContent(
      el("p", { class: "verdict" }, result.words),
      result.line?.length ? el("p", { class: "line" }, `Best play: ${result.line.join(" ")}`) : "",
      moves.length && unknownCount ? el("p", {}, `The value of ${plural(unknownCount, "other move")} is not known.`) : "",
      ...(moves.length ? [el("ol", { class: "moves" }, moves.map((item) => el("li", {},
        button(item.move, () => this.play(item.move), { class: "move", disabled: !enabled }), badge(item, isBest(item, result)),
        el("span", {}, hasMargins ? `in ${item.distance}: ${item.words}` : item.words),
        this.why ? button("Why", () => this.why(item.move), { class: "quiet why", "aria-label": `Why ${item.move}` }) : null))),
      el("p", { class: "quiet" }, `+W wins, =D draws, −L loses; the number is ${hasMargins ? "the margin" : "how many moves it takes, of both together"}. Filled is best, ! the only one that keeps it.`)] : []),
    );
  }

  setContent(...words) {
    this.view.inert = false;
    this.view.replaceChildren(...words);
  }

  hide() {
    this.position = null;
    this.setContent();
  }
}
