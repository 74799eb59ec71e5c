// Draws any game's board and turns touches into moves. It holds no rule: what can be touched, and
// what that means, comes with the legal moves.

import { announce, button, el, svg } from "./dom.js";
import { badge, best } from "./values.js";

/** What the touched keys say so far: what may be touched next, and the move that is complete. */
export function choose(moves, clicks) {
  const next = new Set();
  let complete = null;
  for (const { move, clicks: ways } of moves) {
    for (const way of ways) {
      if (clicks.some((key, i) => way[i] !== key)) continue;
      if (way.length === clicks.length) complete = move;
      else next.add(way[clicks.length]);
    }
  }
  return { next, move: complete };
}

export function mark(owner) {
  const cross = svg("path", { d: "M6 6 L18 18 M18 6 L6 18" });
  const ring = svg("circle", { cx: 12, cy: 12, r: 6.6 });
  return svg(
    "svg", { viewBox: "0 0 24 24", class: `mark ${owner.toLowerCase()}`, "aria-hidden": "true" },
    owner === "X" ? cross : ring,
  );
}

export class Board {
  /** `played(move)` is called with the move that was said; `enabled` whether one may be. */
  constructor(played, label = "Board") {
    this.played = played;
    this.label = label;
    this.clicks = [];
    this.focus = 0;
    this.state = null;
    this.enabled = false;
    this.analysis = null;
    this.view = el("div", { class: "table" });
    this.view.addEventListener("keydown", (event) => this.key(event));
  }

  update(state, { enabled = false, analysis = null } = {}) {
    const same = this.state && this.state.position === state.position;
    if (!same) this.clicks = [];
    this.animate = !same;
    this.choosy = Boolean(analysis?.moves.some((move) => !best(move, analysis)));
    this.several = state.legal_moves.some(({ clicks }) => clicks.some((way) => way.length > 1));
    Object.assign(this, { state, enabled, analysis });
    this.draw();
  }

  get choice() {
    return choose(this.enabled ? this.state.legal_moves : [], this.clicks);
  }

  touch(key) {
    if (!this.enabled) return;
    if (this.clicks.at(-1) === key) return this.back();
    if (!this.choice.next.has(key)) {
      if (this.clicks.length && choose(this.state.legal_moves, []).next.has(key)) this.clicks = [];
      else return announce(`${key} cannot be chosen now.`);
    }
    this.clicks.push(key);
    const { next, move } = this.choice;
    if (move && !next.size) return this.play(move);
    announce(`Chosen: ${this.clicks.join(", ")}.`);
    this.draw();
  }

  play(move) {
    this.enabled = false;
    this.clicks = []; // If it fails, it is said anew.
    this.played(move);
  }

  back() {
    if (!this.clicks.length) return;
    this.clicks.pop();
    announce("Taken back.");
    this.draw();
  }

  cancel() {
    if (!this.clicks.length) return false;
    this.clicks = [];
    announce("Choice cancelled.");
    this.draw();
    return true;
  }

  finish() {
    const { next, move } = this.choice;
    if (move && next.size) this.play(move);
  }

  key(event) {
    const { rows, columns } = this.state.board;
    const cell = event.target.closest("[data-index]");
    if (event.key === "Escape") {
      if (this.cancel()) event.preventDefault();
      return;
    }
    if (event.key === "Backspace") return this.back();
    if (!cell) return;
    const at = Number(cell.dataset.index);
    const [row, column] = [Math.floor(at / columns), at % columns];
    const to = {
      ArrowUp: [row - 1, column], ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1],
      Home: [row, 0], End: [row, columns - 1],
    }[event.key];
    if (to) {
      event.preventDefault();
      const [r, c] = [Math.max(0, Math.min(rows - 1, to[0])), Math.max(0, Math.min(columns - 1, to[1]))];
      this.focus = r * columns + c;
      this.refocus();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      const { key } = cell.dataset;
      if (this.clicks.at(-1) === key && this.choice.move) this.finish();
      else this.touch(key);
    }
  }

  refocus() {
    const cells = this.view.querySelectorAll("[data-index]");
    cells.forEach((cell, i) => cell.setAttribute("tabindex", i === this.focus ? 0 : -1));
    cells[this.focus]?.focus();
  }

  /** The verdict of the best move that goes on with this key. */
  verdict(key) {
    if (!this.analysis) return null;
    const begun = [...this.clicks, key];
    const through = new Set(
      this.state.legal_moves
        .filter(({ clicks }) => clicks.some((way) => begun.every((k, i) => way[i] === k)))
        .map(({ move }) => move),
    );
    return this.analysis.moves.find(({ move }) => through.has(move)) ?? null;
  }

  draw() {
    const { board } = this.state;
    const held = this.view.contains(document.activeElement) && document.activeElement;
    const heldKey = held && held.dataset.key;
    this.focus = Math.min(this.focus, board.cells.length - 1);
    const { next, move } = this.choice;
    const named = board.row_names.length > 0;
    const grid = el("div", {
      class: `board${named ? " named" : ""}`, role: "grid", "aria-label": this.label,
      "aria-rowcount": board.rows, "aria-colcount": board.columns,
    });
    grid.style.setProperty("--columns", board.columns);
    grid.style.setProperty("--rows", board.rows);
    if (named) {
      const heads = board.column_names.map((name) => el("span", { role: "columnheader", class: "name" }, name));
      grid.append(el("div", { role: "row", class: "row" }, el("span", { role: "cell", class: "name" }), heads));
    }
    for (let row = 0; row < board.rows; row += 1) {
      const line = el("div", { role: "row", class: "row" });
      if (named) line.append(el("span", { role: "rowheader", class: "name" }, board.row_names[row]));
      for (let column = 0; column < board.columns; column += 1) {
        const index = row * board.columns + column;
        line.append(this.cell(board.cells[index], index, next));
      }
      grid.append(line);
    }
    const beside = board.beside.map(({ key, label }) => this.thing(key, label, next));
    const finish = move && next.size && board.finish
      ? button(board.finish, () => this.finish(), { class: "finish" })
      : null;
    this.view.replaceChildren(
      grid,
      ...(beside.length ? [el("div", { class: "beside", role: "group", "aria-label": "Beside the board" }, beside)] : []),
      el("div", { class: this.several ? "choice" : "choice none" },
        this.clicks.length ? el("span", {}, `Chosen: ${this.clicks.join(", ")}`) : null,
        finish,
        this.clicks.length ? button("Take back", () => this.back(), { class: "quiet" }) : null),
    );
    if (finish && this.analysis) finish.append(" ", badge(this.analysis.moves.find((m) => m.move === move), false));
    if (heldKey) [...this.view.querySelectorAll("[data-key]")].find((thing) => thing.dataset.key === heldKey)?.focus();
  }

  cell({ key, owner, label, highlight }, index, next) {
    const can = next.has(key);
    const chosen = this.clicks.includes(key);
    const { last } = this.state;
    const changed = last && last.changed.includes(key);
    const verdict = can ? this.verdict(key) : null;
    const good = verdict && this.choosy && best(verdict, this.analysis);
    const classes = ["cell", can && "can", chosen && "chosen", changed && "last", highlight && "lit",
      changed && this.animate && "fresh", last?.captured.includes(key) && "taken", good && "good"];
    return el("div", {
      role: "gridcell", class: classes.filter(Boolean).join(" "), "data-key": key, "data-index": index,
      tabindex: index === this.focus ? 0 : -1, "aria-selected": chosen ? "true" : null,
      "aria-label": this.spoken(key, owner, label, can, changed, verdict),
      onclick: () => { this.focus = index; this.touch(key); },
    }, owner ? mark(owner) : null, label ? el("span", { class: "label" }, label) : null,
    verdict ? badge(verdict, good) : null);
  }

  spoken(key, owner, label, can, changed, verdict) {
    const what = [owner ?? (label && label !== key ? null : "empty"), label && label !== key ? label : null];
    return [key, what.filter(Boolean).join(" "), changed && "last move", can && "can be chosen", verdict?.words]
      .filter(Boolean).join(", ");
  }

  thing(key, label, next) {
    const can = next.has(key);
    const chosen = this.clicks.includes(key);
    const verdict = can ? this.verdict(key) : null;
    const thing = button(label, () => this.touch(key), {
      class: `thing${can ? " can" : ""}${chosen ? " chosen" : ""}`, "data-key": key,
      "aria-disabled": can || chosen ? null : "true", "aria-pressed": chosen ? "true" : null,
    });
    if (verdict) thing.append(" ", badge(verdict, best(verdict, this.analysis)));
    return thing;
  }
}
