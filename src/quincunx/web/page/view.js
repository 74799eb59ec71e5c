// What is seen of a live game: the board, what to do, what to know. What happens is in game.js.

import { inTab, whole } from "./address.js";
import * as api from "./api.js";
import { button, copier, el, link, sharer } from "./dom.js";
import { headline, mistakes, seriesWords, shareText } from "./ending.js";
import { inviting, seatLink } from "./invite.js";
import { go } from "./main.js";
import { moveList, recordTools, rulesBeside, steps } from "./panels.js";
import { mark } from "./piece.js";
import { sign } from "./signs.js";

export const SEATS = ["x", "o"];

export class GameView {
  get mine() {
    return Object.keys(this.seats);
  }

  /** Whether somebody sits on the other side at another screen. */
  get againstPerson() {
    const { x, o } = this.state.players;
    return this.mine.length < 2 && x.kind !== "computer" && o.kind !== "computer";
  }

  get token() {
    return this.seats[this.state.to_move.toLowerCase()];
  }

  get names() {
    return Object.fromEntries(SEATS.map((seat) => [seat, this.name(seat)]));
  }

  name(seat) {
    const { name, kind, level } = this.state.players[seat];
    if (kind === "open") return "waiting for a friend";
    if (kind === "computer") return `Computer, ${this.adaptive ? `adaptive (${level})` : level}`;
    return name || `Player ${seat === "x" ? 1 : 2}`;
  }

  build() {
    for (const name of ["players", "status", "told", "invite", "end", "offers", "buttons", "study", "archive"]) this[name] = el("div", { class: name });
    this.problem = el("p", { class: "problem", role: "alert" });
    this.notes = el("ul", { class: "notes" });
    this.acts = el("div", { class: "panel acts", role: "group", "aria-label": "What to do" }, this.invite, this.end, this.offers, this.buttons);
    this.steps = steps((ply) => this.look(ply));
    this.list = moveList((ply) => this.look(ply));
    this.moving = this.mine.length && !inTab ? seatLink(this) : null;
    const emblem = el("span", { class: "emblem" }); // Its room, until it is there.
    api.catalogue().then(({ games }) => emblem.replaceWith(sign(games.find(({ id }) => id === this.state.game))), () => {});
    this.main.replaceChildren(
      el("div", { class: "titled heading" }, emblem, el("h1", {}, this.state.title), this.players),
      el("div", { class: "sides live" },
        el("div", {}, el("div", { class: "state" }, this.status, el("div", { class: "says" }, this.told, this.problem)), this.board.view, this.notes),
        this.acts,
        el("div", { class: "panel" }, this.study, this.steps.view, this.list.view,
          el("details", { ontoggle: () => this.drawRecord() }, el("summary", {}, "Record and links"),
            this.archive, this.moving),
          rulesBeside(this.state.game),
          el("p", { class: "quiet keys" }, "Keys: arrows and Enter on the board, Enter again or Escape cancels, F finishes a move, U takes back, A shows values, H hints, W says why, ← → outside the board step through the game."))));
    this.draw();
  }

  /** What there is to know, at the board. */
  say() {
    const waits = this.waiting ? `your move ${this.waiting.move} waits for it` : "what you see may be old";
    this.told.textContent = this.away ? `The connection is cut: ${waits}.` : this.news || (this.mine.length ? "" : "You are watching this game.");
    this.told.classList.toggle("away", Boolean(this.away));
    if (this.away && this.waiting) this.status.textContent = "Your move waits.";
  }

  get result() {
    return headline(this.state, this.mine, this.names);
  }

  /** Draws everything anew; whoever stood on something of that stands on it again. */
  draw() {
    const held = document.activeElement;
    const acts = this.acts.contains(held);
    this.drawAll();
    if (!acts || this.acts.contains(document.activeElement)) return;
    const things = [...this.acts.querySelectorAll("button, a")];
    (things.find(({ textContent }) => textContent === held.textContent) ?? things[0])?.focus();
  }

  drawAll() {
    const { state } = this;
    const now = this.at === null;
    const shown = now ? state : this.shown;
    const { outcome, to_move: turn, players } = state;
    const mine = !outcome && Boolean(this.token);
    this.players.replaceChildren(...SEATS.map((seat) => el("div", {
      class: `player${!outcome && turn === seat.toUpperCase() ? " turn" : ""}`,
    }, mark(seat.toUpperCase()), el("span", {}, this.name(seat)),
    this.mine.length === 1 && this.seats[seat] ? el("span", { class: "quiet" }, "you") : null)));
    const waits = players[turn.toLowerCase()].kind === "computer" ? `${turn} is thinking …` : `${turn} to move.`;
    this.status.textContent = !now ? `Looking at move ${this.at} of ${state.ply}.`
      : outcome ? "The game is over." : mine ? `Your turn: ${turn}.` : waits;
    this.status.toggleAttribute("data-turn", mine && this.mine.length === 1);
    const enabled = now && mine && !this.waiting;
    this.board.update(shown, { enabled });
    this.notes.replaceChildren(...shown.board.notes.map((note) => el("li", {}, note)));
    this.steps.update(now ? state.ply : this.at, state.ply);
    this.list.update(state.moves, now ? state.ply : this.at);
    this.say();
    this.drawInvite();
    this.drawEnd();
    this.drawOffer();
    this.drawActions();
    this.drawStudy(shown, enabled);
    this.drawRecord();
  }

  /** Stays as it is while somebody may be copying from it. */
  drawInvite() {
    const open = SEATS.some((seat) => this.state.players[seat].kind === "open");
    if (this.free === open) return;
    this.free = open;
    const sit = button("Take the open seat", () => go(location.pathname));
    this.invite.replaceChildren(...(!open ? [] : this.mine.length ? inviting(this.state) : [sit]));
  }

  drawEnd() {
    const { outcome, ply } = this.state;
    if (Boolean(outcome) === Boolean(this.end.children.length)) return;
    this.reviewed = null;
    if (!outcome) return this.end.replaceChildren();
    const made = el("p", { class: "quiet" });
    this.end.replaceChildren(el("h2", {}, `${this.result}.`), el("p", { class: "reason" }, `${outcome.reason}.`), made,
      el("p", {}, seriesWords(this.state.series_after, this.mine, this.names)));
    if (this.mine.length && ply) this.review(made);
  }

  /** Tells the mistakes when they are known; who asked for nothing is told of no failure. */
  async review(made) {
    try {
      const reviewed = await api.review(await api.record(this.id));
      if (!this.end.contains(made)) return;
      this.reviewed = reviewed;
      made.textContent = mistakes(reviewed.moves, this.mine);
    } catch {
      made.remove();
    }
  }

  /** What whoever asked is told of a refusal, until something else happens. */
  get declined() {
    const { by, kind } = this.state.declined ?? {};
    if (!by || !this.seats[by.toLowerCase()]) return "";
    return `${this.name(by === "X" ? "o" : "x")} declined ${kind === "undo" ? "to take back the last move" : "the rematch"}.`;
  }

  drawOffer() {
    const { offer } = this.state;
    if (!offer || !this.mine.length) return this.offers.replaceChildren(...(this.declined ? [el("p", {}, this.declined)] : []));
    const seat = offer.by.toLowerCase();
    const what = offer.kind === "undo" ? "to take back the last move" : "a rematch";
    if (this.seats[seat]) return this.offers.replaceChildren(el("p", {}, `You offered ${what}: waiting for the answer.`));
    const answer = (accept) => this.once(() => api.answerOffer(this.id, offer.number, accept, this.seats[this.mine[0]]));
    this.offers.replaceChildren(
      el("p", {}, `${this.name(seat)} offers ${what}.`),
      el("p", { class: "buttons" }, button("Accept", () => answer(true), { class: "main" }), button("Decline", () => answer(false))));
  }

  drawActions() {
    const { outcome, ply, next, offer } = this.state;
    const { mine, seats } = this;
    const resign = (resigning) => { this.resigning = resigning; this.draw(); };
    const actions = [];
    if (next) actions.push(link("To the rematch", `/game/${next}`, { class: "button main" }));
    else if (outcome && mine.length && offer?.kind !== "rematch") {
      const again = mine.length > 1 ? "Again, swapped" : `Again as ${seats.x ? "O" : "X"}`;
      actions.push(this.againstPerson ? button("Rematch", () => this.offer("rematch"), { class: "main" })
        : button(again, () => this.again(), { class: "main" }));
    } else if (this.resigning) {
      actions.push(el("span", {}, "Give this game up?"), button("Play on", () => resign(false)),
        button("Give up", () => { resign(false); this.once(() => api.resign(this.id, this.token ?? seats[mine[0]])); }));
    } else if (!outcome && mine.length && !this.free) {
      if (ply && (offer?.kind !== "undo" || mine.length > 1)) actions.push(button(this.againstPerson ? "Ask to take back" : "Take back", () => this.offer("undo"), { "data-key": "u" }));
      actions.push(button("Resign", () => resign(true)));
    }
    if (outcome && ply) {
      const address = `/review?game=${this.id}`;
      const text = () => shareText(this.state, this.result, this.reviewed, mine, whole(inTab ? "/" : address));
      actions.push(link("Review", address, { class: "button" }), sharer(() => ({ text: text() })) ?? copier("Share as text", text, "Result"));
    }
    this.buttons.replaceChildren(...actions);
  }

  /** The record of the game as it stands, while it is looked at. */
  async drawRecord() {
    const key = this.archive.parentElement.open ? `${this.state.event} ${this.at}` : null;
    if (this.recorded === key) return;
    this.recorded = key;
    if (!key) return;
    const { game, position } = this.at === null ? this.state : this.shown;
    const address = whole(`/board?${new URLSearchParams({ game, position })}`);
    const tools = await api.record(this.id).then((record) => recordTools(`${game}-${this.id}`, record),
      (error) => el("p", { class: "problem" }, error.message));
    if (this.recorded !== key) return;
    this.archive.replaceChildren(tools, el("p", { class: "buttons" }, copier("Copy a link to this position", () => address, "Link")));
  }
}
