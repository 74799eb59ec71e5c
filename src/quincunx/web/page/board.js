// Draws any game's board and turns touches into moves. It holds no rule: what can be touched, and
// what that means, comes with the legal moves.

import * as api from "./api.js";
import { announce, button, el, svg } from "./dom.js";
import { WORDS, explain, mark, piece, sign, trace } from "./piece.js";
import { kinds, strip, touches } from "./strip.js";
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

export class Board {
  /** `played(move)` is called with the move that was said. Until what it returns has settled, the
   * marker stands where it was touched and nothing else can be; a refusal that it throws is said. */
  constructor(played, label = "Board") {
    Object.assign(this, { played, label, clicks: [], sent: null, focus: 0, state: null, enabled: false, analysis: null });
    this.strip = el("ul", { class: "strip", "aria-label": "What counts" });
    this.frame = el("div", { class: "frame" });
    this.beside = el("div", { class: "beside", role: "group", "aria-label": "Beside the board" });
    this.refusal = el("p", { class: "refusal", role: "status" });
    this.bar = el("div", { class: "bar" });
    this.view = el("div", { class: "table" }, this.strip, this.frame, this.beside,
      el("div", { class: "choice" }, el("div", { class: "dock" }, this.refusal, this.bar)));
    this.view.addEventListener("keydown", (event) => this.key(event));
    for (const kind of ["pointerover", "focusin"]) this.frame.addEventListener(kind, ({ target }) => this.haunt(target));
  }

  update(state, { enabled = false, analysis = null } = {}) {
    if (this.state?.position !== state.position) {
      Object.assign(this, { clicks: [], sent: null });
      this.tell("");
    }
    this.choosy = Boolean(analysis?.moves.some((move) => !best(move, analysis)));
    Object.assign(this, { state, enabled, analysis });
    this.draw();
  }

  get choice() {
    return choose(this.enabled && !this.sent ? this.state.legal_moves : [], this.clicks);
  }

  touch(key) {
    if (!this.enabled || this.sent) return;
    this.tell("");
    if (this.clicks.at(-1) === key) return this.back();
    if (!this.choice.next.has(key)) {
      if (!this.clicks.length || !choose(this.state.legal_moves, []).next.has(key)) return this.refuse(key);
      this.clicks = [];
    }
    this.clicks.push(key);
    const { next, move } = this.choice;
    if (move && !next.size) return this.play(move);
    announce(`Chosen: ${this.clicks.join(", ")}.`);
    this.draw();
  }

  /** Says why a key cannot be touched, in the rules' own words. */
  async refuse(key) {
    const { game, position } = this.state;
    const asked = (this.asked = {});
    const plain = { words: `${key} cannot be chosen now.` };
    const { words } = await api.refusal({ game, position, clicks: [...this.clicks, key] }).catch(() => plain);
    if (this.asked === asked) this.tell(words);
  }

  tell(words) {
    this.asked = null;
    this.refusal.textContent = words;
  }

  async play(move) {
    const way = this.state.legal_moves.find((each) => each.move === move)?.clicks[0] ?? [];
    const sent = (this.sent = this.clicks.length ? this.clicks : way);
    this.clicks = [];
    const at = this.state.board.cells.findIndex(({ key }) => key === sent[0]);
    if (at >= 0 && !this.view.contains(document.activeElement)) this.focus = at;
    this.draw();
    try {
      await this.played(move);
    } catch (error) {
      this.tell(error.message);
    }
    if (this.sent !== sent || !this.enabled) return;
    this.sent = null;
    this.draw();
  }

  /** Whether there was something to take back. */
  back(left = this.clicks.slice(0, -1), words = "Taken back.") {
    if (!this.clicks.length) return false;
    this.clicks = left;
    announce(words);
    this.draw();
    return true;
  }

  cancel() {
    return this.back([], "Choice cancelled.");
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
      this.refocus();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.touch(cell.dataset.key);
    }
  }

  refocus() {
    this.cells.forEach(({ view }, i) => view.setAttribute("tabindex", i === this.focus ? 0 : -1));
    this.cells[this.focus]?.view.focus();
  }

  /** The verdict of the best move that goes on with this key. */
  verdict(key) {
    if (!this.analysis) return null;
    const begun = [...this.clicks, key];
    const goesOn = (way) => begun.every((each, i) => way[i] === each);
    const through = new Set(this.state.legal_moves.filter(({ clicks }) => clicks.some(goesOn)).map(({ move }) => move));
    return this.analysis.moves.find(({ move }) => through.has(move)) ?? null;
  }

  /** The elements of the grid, made once for all positions of a game: what moves is not cut, and the
   * focus stays. */
  lay({ rows, columns, row_names: sides, column_names: heads, cells, beside }) {
    const shape = JSON.stringify([rows, columns, sides, heads, cells.map(({ key }) => key)]);
    if (shape === this.shape) return;
    this.shape = shape;
    this.focus = Math.min(this.focus, cells.length - 1);
    this.cells = cells.map(({ key }, index) => {
      const [stand, over] = [el("span"), el("span")];
      const onclick = () => { this.focus = index; this.touch(key); };
      return { stand, over, view: el("div", { role: "gridcell", "data-key": key, "data-index": index, onclick }, stand, over) };
    });
    const name = (role, text) => el("span", { role, class: role === "columnheader" ? "name" : "name side" }, text);
    const lines = sides.length ? [el("div", { role: "row", class: "row heads" }, name("cell"), heads.map((text) => name("columnheader", text)))] : [];
    for (let row = 0; row < rows; row += 1) {
      const views = this.cells.slice(row * columns, (row + 1) * columns).map(({ view }) => view);
      lines.push(el("div", { role: "row", class: "row" }, sides.length ? name("rowheader", sides[row]) : null, views));
    }
    const named = sides.length ? " named" : "";
    const grid = el("div", {
      role: "grid", class: `board${named}${beside.length ? " supplied" : ""}`,
      "aria-label": this.label, "aria-rowcount": rows, "aria-colcount": columns,
    }, lines);
    this.line = svg("polyline", { pathLength: 1 });
    this.frame.replaceChildren(el("div", { class: `plane${named}${Math.max(rows, columns) > 12 ? " large" : ""}` }, grid,
      svg("svg", { viewBox: `0 0 ${columns} ${rows}`, class: "through", "aria-hidden": "true" }, this.line)));
    this.view.style.setProperty("--columns", columns);
    this.view.style.setProperty("--rows", rows);
  }

  draw() {
    const { board, to_move: turn, last } = this.state;
    this.lay(board);
    const held = this.view.contains(document.activeElement) && document.activeElement;
    const { next, move } = this.choice;
    this.view.style.setProperty("--mover", `var(--${turn === "O" ? "o" : "x"})`);
    const changes = board.cells.map((cell, index) => this.cell(cell, index, next)).filter(Boolean);
    if (this.drawn) explain(changes);
    this.drawn = true;
    const middle = (i) => `${i % board.columns + 0.5},${Math.floor(i / board.columns) + 0.5}`;
    const through = board.cells.flatMap(({ highlight }, i) => (highlight === "line" ? [middle(i)] : [])).join(" ");
    if ((this.line.getAttribute("points") ?? "") !== through) {
      this.line.setAttribute("points", through);
      if (through) trace(this.line);
    }
    this.strip.replaceChildren(...strip(board));
    this.beside.replaceChildren(...board.beside.map(({ key, label }) => this.thing(key, label, next)));
    this.say(next, move);
    if (this.ghost) this.haunt(this.ghost);
    if (held && !this.view.contains(held)) {
      const again = [...this.view.querySelectorAll("[data-key]")].find((thing) => thing.dataset.key === held.dataset.key);
      if (again) again.focus();
      else this.refocus();
    }
    if (changes.length && this.frame.scrollWidth > this.frame.clientWidth) {
      this.cells.find(({ view }) => last?.changed.includes(view.dataset.key))?.view.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }

  /** The bar: what can be touched, or what is chosen and how to end it. */
  say(next, move) {
    const { board, legal_moves: moves } = this.state;
    const [chosen, called] = [this.clicks.length > 0, kinds(board)];
    const then = [...new Set([...next].map((key) => called.get(key)))].join(" or ");
    const finish = chosen && move && board.finish
      ? button(board.finish, () => this.finish(), { class: "finish", "aria-keyshortcuts": "F", title: "Key F" }) : null;
    if (finish && this.analysis) finish.append(" ", badge(this.analysis.moves.find((each) => each.move === move), false));
    const words = chosen ? `Chosen: ${this.clicks.join(", ")}. Now touch ${then}${finish ? ", or" : ""}` : this.enabled && !this.sent ? touches(moves, board) : "";
    this.bar.setAttribute("class", chosen ? "bar open" : "bar");
    this.bar.replaceChildren(el("span", {}, words), ...(finish ? [finish] : []),
      ...(chosen ? [button("Cancel", () => this.cancel(), { class: "quiet" })] : []));
  }

  /** What a cell holds: at once the mover's marker where an empty one was touched, with what was
   * touched beside. */
  content({ key, owner, label }) {
    const touched = this.sent ?? this.clicks;
    if (owner || !touched.includes(key)) return { owner, label };
    const beside = this.state.board.beside.find((thing) => touched.includes(thing.key));
    return { owner: this.state.to_move, label: beside?.key ?? (label === key ? "" : label) };
  }

  /** Draws a cell; gives what changed in it, if anything did. */
  cell(given, index, next) {
    const { key, highlight } = given;
    const part = this.cells[index];
    const now = this.content(given);
    const was = part.now;
    const [can, chosen] = [next.has(key), this.clicks.includes(key)];
    const changed = highlight === "last" || this.state.last?.changed.includes(key);
    const verdict = can ? this.verdict(key) : null;
    const good = verdict && this.choosy && best(verdict, this.analysis);
    const classes = ["cell", can && "can", chosen && "chosen", changed && "last", highlight, good && "good"];
    part.view.setAttribute("class", [...new Set(classes.filter(Boolean))].join(" "));
    part.view.setAttribute("tabindex", index === this.focus ? 0 : -1);
    part.view.setAttribute("aria-label", this.spoken(key, now.owner, now.label, can, changed, verdict, highlight));
    if (chosen) part.view.setAttribute("aria-selected", "true");
    else part.view.removeAttribute("aria-selected");
    const other = !was || was.owner !== now.owner || was.label !== now.label;
    const over = [sign(highlight), good ? sign("good") : null, verdict ? badge(verdict, good) : null].filter(Boolean);
    part.over.replaceChildren(...over);
    if (!other) return null;
    const view = piece(key, now.owner, now.label);
    part.stand.replaceChildren(view);
    part.now = now;
    return was ? { cell: part.view, stand: part.stand, view, was, now } : null;
  }

  /** A ghost of the marker where it would stand. */
  haunt(target) {
    const cell = target.closest(".cell.can");
    this.ghost?.remove();
    const free = cell && !this.state.board.cells[cell.dataset.index].owner;
    this.ghost = free ? mark(this.state.to_move, "ghost") : null;
    if (free) cell.append(this.ghost);
  }

  spoken(key, owner, label, can, changed, verdict, highlight = null) {
    const what = [owner ?? (label && label !== key ? null : "empty"), label && label !== key ? label : null];
    return [key, what.filter(Boolean).join(" "), highlight !== "last" && WORDS[highlight], changed && WORDS.last, can && "can be chosen", verdict?.words]
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

/** A board to look at. */
export function small(state) {
  const board = new Board(() => {}, state.title);
  board.update(state);
  const view = el("div", { class: "small", "aria-hidden": "true", inert: true }, board.view);
  return { view, board };
}
