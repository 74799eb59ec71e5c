// What moves are worth: a badge for each, and the list of them beside a board.

import * as api from "./api.js";
import { button, el } from "./dom.js";
import { many } from "./panels.js";

const SIGNS = { win: "+W", draw: "=D", loss: "−L" };

/** A move's value by sign, letter and shape, with the moves to the end; nothing where nothing is known. */
export function badge(verdict, isBest) {
  if (!(verdict?.value in SIGNS)) return "";
  const { value, distance, margin } = verdict;
  const far = margin === undefined || margin === null ? (distance ?? "") : Math.abs(margin);
  const options = { class: `badge ${value}${isBest ? " best" : ""}`, "aria-hidden": "true" };
  return el("span", options, `${SIGNS[value]}${value === "draw" ? "" : far}${verdict.only ? "!" : ""}`);
}

/** Whether a move is as good as any: known, and of the same value, margin and distance as the position. */
export function best(verdict, analysis) {
  return verdict.value !== "unknown" && ["value", "margin", "distance"].every((each) => verdict[each] === analysis[each]);
}

/** The moves of which something is known; the one that alone keeps a win or a draw says so. */
export function known({ value, moves }) {
  const found = moves.filter((each) => each.value in SIGNS);
  const keep = found.filter((each) => each.value === value);
  const alone = keep.length === 1 && value !== "loss" && moves.length > 1 && found.length === moves.length;
  return found.map((each) => ({ ...each, only: alone && each === keep[0] }));
}

/** The verdict in words, the line of best play and every move, as `analyze` gives them; `why(move)` tells more. */
export class Values {
  constructor(board, play, why = null) {
    Object.assign(this, { board, play, why });
    this.view = el("section", { class: "values", "aria-label": "Exact values" });
  }

  async show(state, enabled) {
    const wanted = (this.wanted = state.position);
    this.view.inert = true; // What stands there is of another position, until the answer comes.
    if (!this.view.firstChild) this.view.append(el("p", { class: "quiet" }, "Thinking …"));
    const found = await api.analysis(state.game, wanted).catch(({ message }) => ({ message }));
    if (this.wanted !== wanted) return;
    if (found.message) return this.tell(el("p", { class: "problem" }, found.message));
    const counted = found.moves.some(({ margin }) => margin !== undefined);
    const moves = known(found);
    const rest = found.moves.length - moves.length;
    if (!this.board.lent) this.board.update(state, { enabled: this.board.enabled, analysis: { ...found, moves } });
    this.tell(
      el("p", { class: "verdict" }, found.words),
      found.line?.length ? el("p", { class: "line" }, `Best play: ${found.line.join(" ")}`) : "",
      moves.length && rest ? el("p", {}, `Of ${many(rest, "other move")} it is not known.`) : "",
      ...(moves.length ? [el("ol", { class: "moves" }, moves.map((item) => el("li", {},
        button(item.move, () => this.play(item.move), { class: "move", disabled: !enabled }), badge(item, best(item, found)),
        el("span", {}, counted ? `in ${item.distance}: ${item.words}` : item.words),
        this.why ? button("Why", () => this.why(item.move), { class: "quiet why", "aria-label": `Why ${item.move}` }) : null))),
      el("p", { class: "quiet" }, `+W wins, =D draws, −L loses; the number is ${counted ? "the margin" : "how many moves it takes, of both together"}. Filled is best, ! the only one that keeps it.`)] : []),
    );
  }

  tell(...words) {
    this.view.inert = false;
    this.view.replaceChildren(...words);
  }

  hide() {
    this.wanted = null;
    this.tell();
  }
}
