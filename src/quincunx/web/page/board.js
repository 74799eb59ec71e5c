// Draws any game's board and turns clicks into moves. It knows no rules: what can be clicked, and what
// that means, comes with the legal moves.

import * as api from "./api.js";
import { clickHint, scoreStrip, targetNames } from "./captions.js";
import { announce, button, el, svg } from "./dom.js";
import { HIGHLIGHT_LABELS, animateChanges, animateLine, mark, piece, sign } from "./piece.js";
import { badge, isBest } from "./values.js";

/** What the clicked keys mean so far: the keys that may come next, and the move that is complete. */
export function choose(moves, clicks) {
  const next = new Set();
  let complete = null;
  for (const { move, clicks: sequences } of moves) {
    for (const sequence of sequences) {
      if (clicks.some((key, i) => sequence[i] !== key)) continue;
      if (sequence.length === clicks.length) complete = move;
      else next.add(sequence[clicks.length]);
    }
  }
  return { next, move: complete };
}

export class Board {
  /** `onMove(move)` is called with a complete move. Until its promise settles, the marker is shown where
   * it was placed and nothing can be clicked; the message of an error that it throws is shown. */
  constructor(onMove, label = "Board") {
    Object.assign(this, { onMove, label, clicks: [], sending: null, focus: 0, state: null, enabled: false, analysis: null });
    this.strip = el("ul", { class: "strip", "aria-label": "What counts" });
    this.frame = el("div", { class: "frame" });
    this.beside = el("div", { class: "beside", role: "group", "aria-label": "Next to the board" });
    this.refusal = el("p", { class: "refusal", role: "status" });
    this.bar = el("div", { class: "bar" });
    this.view = el("div", { class: "table" }, this.strip, this.frame, this.beside,
      el("div", { class: "choice" }, el("div", { class: "dock" }, this.refusal, this.bar)));
    this.view.addEventListener("keydown", (event) => this.onKey(event));
    for (const kind of ["pointerover", "focusin"]) this.frame.addEventListener(kind, ({ target }) => this.showGhost(target));
  }

  update(state, { enabled = false, analysis = null } = {}) {
    if (this.state?.position !== state.position) {
      Object.assign(this, { clicks: [], sending: null });
      this.setRefusal("");
    }
    this.marksBest = Boolean(analysis?.moves.some((move) => !isBest(move, analysis)));
    Object.assign(this, { state, enabled, analysis });
    this.draw();
  }

  get choice() {
    return choose(this.enabled && !this.sending ? this.state.legal_moves : [], this.clicks);
  }

  select(key) {
    if (!this.enabled || this.sending) return;
    this.setRefusal("");
    if (this.clicks.at(-1) === key) return this.deselect();
    if (!this.choice.next.has(key)) {
      if (!this.clicks.length || !choose(this.state.legal_moves, []).next.has(key)) return this.showRefusal(key);
      this.clicks = [];
    }
    this.clicks.push(key);
    const { next, move } = this.choice;
    if (move && !next.size) return this.play(move);
    announce(`Chosen: ${this.clicks.join(", ")}.`);
    this.draw();
  }

  /** Shows why a key cannot be clicked, in the words of the rules. */
  async showRefusal(key) {
    const { game, position } = this.state;
    const request = (this.refusalRequest = {});
    const fallback = { words: `${key} cannot be chosen now.` };
    const { words } = await api.refusal({ game, position, clicks: [...this.clicks, key] }).catch(() => fallback);
    if (this.refusalRequest === request) this.setRefusal(words);
  }

  setRefusal(words) {
    this.refusalRequest = null;
    this.refusal.textContent = words;
  }

  async play(move) {
    const sequence = this.state.legal_moves.find((each) => each.move === move)?.clicks[0] ?? [];
    const sending = (this.sending = this.clicks.length ? this.clicks : sequence);
    this.clicks = [];
    const at = this.state.board.cells.findIndex(({ key }) => key === sending[0]);
    if (at >= 0 && !this.view.contains(document.activeElement)) this.focus = at;
    this.draw();
    try {
      await this.onMove(move);
    } catch (error) {
      this.setRefusal(error.message);
    }
    if (this.sending !== sending || !this.enabled) return;
    this.sending = null;
    this.draw();
  }

  /** Returns whether there was a selection to undo. */
  deselect(remaining = this.clicks.slice(0, -1), words = "Taken back.") {
    if (!this.clicks.length) return false;
    this.clicks = remaining;
    announce(words);
    this.draw();
    return true;
  }

  cancel() {
    return this.deselect([], "Choice cancelled.");
  }

  finish() {
    const { next, move } = this.choice;
    if (move && next.size) this.play(move);
  }

  onKey(event) {
    const { rows, columns } = this.state.board;
    const cell = event.target.closest("[data-index]");
    if (event.key === "Escape") {
      if (this.cancel()) event.preventDefault();
      return;
    }
    if (event.key === "Backspace") return this.deselect();
    if (event.key.toLowerCase() === "f" && !event.ctrlKey && !event.metaKey && !event.altKey) return this.finish();
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
      this.focusCell();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.select(cell.dataset.key);
    }
  }

  focusCell() {
    this.cells.forEach(({ view }, i) => view.setAttribute("tabindex", i === this.focus ? 0 : -1));
    this.cells[this.focus]?.view.focus();
  }

  /** The verdict of the best move that continues with this key. */
  verdict(key) {
    if (!this.analysis) return null;
    const prefix = [...this.clicks, key];
    const startsWithPrefix = (sequence) => prefix.every((each, i) => sequence[i] === each);
    const through = new Set(this.state.legal_moves.filter(({ clicks }) => clicks.some(startsWithPrefix)).map(({ move }) => move));
    return this.analysis.moves.find(({ move }) => through.has(move)) ?? null;
  }

  /** Creates the elements of the grid once for all positions of a game, so that animations are not cut
   * off and the focus stays. */
  buildGrid({ rows, columns, row_names: sides, column_names: heads, cells, beside }) {
    const shape = JSON.stringify([rows, columns, sides, heads, cells.map(({ key }) => key)]);
    if (shape === this.shape) return;
    this.shape = shape;
    this.focus = Math.min(this.focus, cells.length - 1);
    this.cells = cells.map(({ key }, index) => {
      const [pieceLayer, overlay] = [el("span"), el("span")];
      const onclick = () => { this.focus = index; this.select(key); };
      return { pieceLayer, overlay, view: el("div", { role: "gridcell", "data-key": key, "data-index": index, onclick }, pieceLayer, overlay) };
    });
    const name = (role, text) => el("span", { role, class: role === "columnheader" ? "name" : "name side" }, text);
    const rowElements = sides.length ? [el("div", { role: "row", class: "row heads" }, name("cell"), heads.map((text) => name("columnheader", text)))] : [];
    for (let row = 0; row < rows; row += 1) {
      const views = this.cells.slice(row * columns, (row + 1) * columns).map(({ view }) => view);
      rowElements.push(el("div", { role: "row", class: "row" }, sides.length ? name("rowheader", sides[row]) : null, views));
    }
    const named = sides.length ? " named" : "";
    const grid = el("div", {
      role: "grid", class: `board${named}${beside.length ? " supplied" : ""}`,
      "aria-label": this.label, "aria-rowcount": rows, "aria-colcount": columns,
    }, rowElements);
    this.line = svg("polyline", { pathLength: 1 });
    this.frame.replaceChildren(el("div", { class: `plane${named}${Math.max(rows, columns) > 12 ? " large" : ""}` }, grid,
      svg("svg", { viewBox: `0 0 ${columns} ${rows}`, class: "through", "aria-hidden": "true" }, this.line)));
    this.view.style.setProperty("--columns", columns);
    this.view.style.setProperty("--rows", rows);
  }

  draw() {
    const { board, to_move: turn, last } = this.state;
    this.buildGrid(board);
    const focused = this.view.contains(document.activeElement) && document.activeElement;
    const { next, move } = this.choice;
    this.view.style.setProperty("--mover", `var(--${turn === "O" ? "o" : "x"})`);
    const changes = board.cells.map((cell, index) => this.drawCell(cell, index, next)).filter(Boolean);
    if (this.drawn) animateChanges(changes);
    this.drawn = true;
    const middle = (i) => `${i % board.columns + 0.5},${Math.floor(i / board.columns) + 0.5}`;
    const through = board.cells.flatMap(({ highlight }, i) => (highlight === "line" ? [middle(i)] : [])).join(" ");
    if ((this.line.getAttribute("points") ?? "") !== through) {
      this.line.setAttribute("points", through);
      if (through) animateLine(this.line);
    }
    this.strip.replaceChildren(...scoreStrip(board));
    this.beside.replaceChildren(...board.beside.map(({ key, label }) => this.extraButton(key, label, next)));
    this.drawBar(next, move);
    if (this.ghost) this.showGhost(this.ghost);
    if (focused && !this.view.contains(focused)) {
      const sameTarget = [...this.view.querySelectorAll("[data-key]")].find((element) => element.dataset.key === focused.dataset.key);
      if (sameTarget) sameTarget.focus();
      else this.focusCell();
    }
    if (changes.length && this.frame.scrollWidth > this.frame.clientWidth) {
      this.cells.find(({ view }) => last?.changed.includes(view.dataset.key))?.view.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }

  /** The bar: what can be clicked, or what is selected and how to finish or cancel. */
  drawBar(next, move) {
    const { board, legal_moves: moves } = this.state;
    const [chosen, names] = [this.clicks.length > 0, targetNames(board)];
    const targets = [...new Set([...next].map((key) => names.get(key)))].join(" or ");
    const finish = chosen && move && board.finish
      ? button(board.finish, () => this.finish(), { class: "finish", "aria-keyshortcuts": "F", title: "Key F" }) : null;
    if (finish && this.analysis) finish.append(" ", badge(this.analysis.moves.find((each) => each.move === move), false));
    const words = chosen ? `Chosen: ${this.clicks.join(", ")}. Next, touch ${targets}${finish ? ", or" : ""}` : this.enabled && !this.sending ? clickHint(moves, board) : "";
    this.bar.setAttribute("class", chosen ? "bar open" : "bar");
    this.bar.replaceChildren(el("span", {}, words), ...(finish ? [finish] : []),
      ...(chosen ? [button("Cancel", () => this.cancel(), { class: "quiet" })] : []));
  }

  /** What to draw in a cell: the mover's marker as soon as an empty one is clicked, with the number that
   * was clicked beside the board. */
  content({ key, owner, label }) {
    const keys = this.sending ?? this.clicks;
    if (owner || !keys.includes(key)) return { owner, label };
    const beside = this.state.board.beside.find((element) => keys.includes(element.key));
    return { owner: this.state.to_move, label: beside?.key ?? (label === key ? "" : label) };
  }

  /** Draws a cell; returns what changed in it, or null. */
  drawCell(boardCell, index, next) {
    const { key, highlight } = boardCell;
    const parts = this.cells[index];
    const now = this.content(boardCell);
    const was = parts.now;
    const [selectable, chosen] = [next.has(key), this.clicks.includes(key)];
    const changed = highlight === "last" || this.state.last?.changed.includes(key);
    const verdict = selectable ? this.verdict(key) : null;
    const good = verdict && this.marksBest && isBest(verdict, this.analysis);
    const classes = ["cell", selectable && "can", chosen && "chosen", changed && "last", highlight, good && "good"];
    parts.view.setAttribute("class", [...new Set(classes.filter(Boolean))].join(" "));
    parts.view.setAttribute("tabindex", index === this.focus ? 0 : -1);
    parts.view.setAttribute("aria-label", this.ariaLabel(key, now.owner, now.label, selectable, changed, verdict, highlight));
    if (chosen) parts.view.setAttribute("aria-selected", "true");
    else parts.view.removeAttribute("aria-selected");
    const isNew = !was || was.owner !== now.owner || was.label !== now.label;
    const overlay = [sign(highlight), good ? sign("good") : null, verdict ? badge(verdict, good) : null].filter(Boolean);
    parts.overlay.replaceChildren(...overlay);
    if (!isNew) return null;
    const view = piece(key, now.owner, now.label);
    parts.pieceLayer.replaceChildren(view);
    parts.now = now;
    return was ? { cell: parts.view, pieceLayer: parts.pieceLayer, view, was, now } : null;
  }

  /** Previews the marker under the pointer. */
  showGhost(target) {
    const cell = target.closest(".cell.can");
    this.ghost?.remove();
    const isEmpty = cell && !this.state.board.cells[cell.dataset.index].owner;
    this.ghost = isEmpty ? mark(this.state.to_move, "ghost") : null;
    if (isEmpty) cell.append(this.ghost);
  }

  ariaLabel(key, owner, label, selectable, changed, verdict, highlight = null) {
    const what = [owner ?? (label && label !== key ? null : "empty"), label && label !== key ? label : null];
    return [key, what.filter(Boolean).join(" "), highlight !== "last" && HIGHLIGHT_LABELS[highlight], changed && HIGHLIGHT_LABELS.last, selectable && "can be chosen", verdict?.words]
      .filter(Boolean).join(", ");
  }

  extraButton(key, label, next) {
    const selectable = next.has(key);
    const chosen = this.clicks.includes(key);
    const verdict = selectable ? this.verdict(key) : null;
    const element = button(label, () => this.select(key), {
      class: `thing${selectable ? " can" : ""}${chosen ? " chosen" : ""}`, "data-key": key,
      "aria-disabled": selectable || chosen ? null : "true", "aria-pressed": chosen ? "true" : null,
    });
    if (verdict) element.append(" ", badge(verdict, isBest(verdict, this.analysis)));
    return element;
  }
}

/** A small board that cannot be played. */
export function thumbnail(state) {
  const board = new Board(() => {}, state.title);
  board.update(state);
  const view = el("div", { class: "small", "aria-hidden": "true", inert: true }, board.view);
  return { view, board };
}
