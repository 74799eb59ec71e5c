// The view of a live game: the board, the actions, the notices. Its events are handled in game.js.

import { absoluteUrl, inTab } from "./address.js";
import * as api from "./api.js";
import { button, copyButton, el, link, shareButton } from "./dom.js";
import { headline, mistakes, seriesWords, shareText } from "./ending.js";
import { inviteLink, moveSeatButton } from "./invite.js";
import { navigate } from "./main.js";
import { moveList, recordTools, rulesPanel, stepper } from "./panels.js";
import { mark } from "./piece.js";
import { emblem } from "./theme.js";

export const SEATS = ["x", "o"];

export class GameView {
  get mine() {
    return Object.keys(this.seats);
  }

  /** Whether the opponent is a person at another screen. */
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
    for (const name of ["players", "status", "message", "invite", "end", "offers", "buttons", "study", "archive"]) this[name] = el("div", { class: name });
    this.problem = el("p", { class: "problem", role: "alert" });
    this.notes = el("ul", { class: "notes" });
    this.acts = el("div", { class: "panel acts", role: "group", "aria-label": "What to do" }, this.invite, this.end, this.offers, this.buttons);
    this.steps = stepper((ply) => this.showPly(ply));
    this.list = moveList((ply) => this.showPly(ply));
    this.moveSeat = this.mine.length && !inTab ? moveSeatButton(this) : null;
    const placeholder = el("span", { class: "emblem" }); // Keeps its space until it is loaded.
    api.catalogue().then(({ games }) => placeholder.replaceWith(emblem(games.find(({ id }) => id === this.state.game))), () => {});
    this.main.replaceChildren(
      el("div", { class: "titled heading" }, placeholder, el("h1", {}, this.state.title), this.players),
      el("div", { class: "sides live" },
        el("div", {}, el("div", { class: "state" }, this.status, el("div", { class: "messages" }, this.message, this.problem)), this.board.view, this.notes),
        this.acts,
        el("div", { class: "panel" }, this.study, this.steps.view, this.list.view,
          el("details", { ontoggle: () => this.drawRecord() }, el("summary", {}, "Record and links"),
            this.archive, this.moveSeat),
          rulesPanel(this.state.game),
          el("p", { class: "quiet keys" }, "Keys: arrows and Enter on the board, Enter again or Escape cancels, F finishes a move, U takes back, A shows values, H hints, W says why, ← → outside the board step through the game."))));
    this.draw();
  }

  /** The notice at the board. */
  drawNotice() {
    const waiting = this.pendingMove ? `your move ${this.pendingMove.move} waits for it` : "what you see may be old";
    this.message.textContent = this.isOffline ? `The connection was lost: ${waiting}.` : this.notice || (this.mine.length ? "" : "You are watching this game.");
    this.message.classList.toggle("away", Boolean(this.isOffline));
    if (this.isOffline && this.pendingMove) this.status.textContent = "Your move will be sent.";
  }

  get result() {
    return headline(this.state, this.mine, this.names);
  }

  /** Redraws everything and restores the focus. */
  draw() {
    const focused = document.activeElement;
    const inActions = this.acts.contains(focused);
    this.drawAll();
    if (!inActions || this.acts.contains(document.activeElement)) return;
    const controls = [...this.acts.querySelectorAll("button, a")];
    (controls.find(({ textContent }) => textContent === focused.textContent) ?? controls[0])?.focus();
  }

  drawAll() {
    const { state } = this;
    const now = this.viewedPly === null;
    const shown = now ? state : this.viewedState;
    const { outcome, to_move: turn, players } = state;
    const mine = !outcome && Boolean(this.token);
    this.players.replaceChildren(...SEATS.map((seat) => el("div", {
      class: `player${!outcome && turn === seat.toUpperCase() ? " turn" : ""}`,
    }, mark(seat.toUpperCase()), el("span", {}, this.name(seat)),
    this.mine.length === 1 && this.seats[seat] ? el("span", { class: "quiet" }, "you") : null)));
    const waiting = players[turn.toLowerCase()].kind === "computer" ? `${turn} is thinking …` : `${turn} to move.`;
    this.status.textContent = !now ? `Showing move ${this.viewedPly} of ${state.ply}.`
      : outcome ? "The game is over." : mine ? `Your turn: ${turn}.` : waiting;
    this.status.toggleAttribute("data-turn", mine && this.mine.length === 1);
    const enabled = now && mine && !this.pendingMove;
    this.board.update(shown, { enabled });
    this.notes.replaceChildren(...shown.board.notes.map((note) => el("li", {}, note)));
    this.steps.update(now ? state.ply : this.viewedPly, state.ply);
    this.list.update(state.moves, now ? state.ply : this.viewedPly);
    this.drawNotice();
    this.drawInvite();
    this.drawEnd();
    this.drawOffer();
    this.drawActions();
    this.drawStudy(shown, enabled);
    this.drawRecord();
  }

  /** Unchanged while somebody may be copying from it. */
  drawInvite() {
    const open = SEATS.some((seat) => this.state.players[seat].kind === "open");
    if (this.hasOpenSeat === open) return;
    this.hasOpenSeat = open;
    const sit = button("Take the open seat", () => navigate(location.pathname));
    this.invite.replaceChildren(...(!open ? [] : this.mine.length ? inviteLink(this.state) : [sit]));
  }

  drawEnd() {
    const { outcome, ply } = this.state;
    if (Boolean(outcome) === Boolean(this.end.children.length)) return;
    this.reviewed = null;
    if (!outcome) return this.end.replaceChildren();
    const line = el("p", { class: "quiet" });
    this.end.replaceChildren(el("h2", {}, `${this.result}.`), el("p", { class: "reason" }, `${outcome.reason}.`), line,
      el("p", {}, seriesWords(this.state.series_after, this.mine, this.names)));
    if (this.mine.length && ply) this.review(line);
  }

  /** Shows the mistakes when they are known; a failure is not shown, since nobody asked. */
  async review(line) {
    try {
      const reviewed = await api.review(await api.record(this.id));
      if (!this.end.contains(line)) return;
      this.reviewed = reviewed;
      line.textContent = mistakes(reviewed.moves, this.mine);
    } catch {
      line.remove();
    }
  }

  /** The notice that an offer of this player was declined, until something else happens. */
  get declined() {
    const { by, kind } = this.state.declined ?? {};
    if (!by || !this.seats[by.toLowerCase()]) return "";
    return `${this.name(by === "X" ? "o" : "x")} declined ${kind === "undo" ? "to take back the last move" : "the rematch"}.`;
  }

  drawOffer() {
    const { offer } = this.state;
    if (!offer || !this.mine.length) return this.offers.replaceChildren(...(this.declined ? [el("p", {}, this.declined)] : []));
    const seat = offer.by.toLowerCase();
    const what = offer.kind === "undo" ? "to take back the last move" : "for a rematch";
    if (this.seats[seat]) return this.offers.replaceChildren(el("p", {}, `You asked ${what}. Waiting for the answer.`));
    const answer = (accept) => this.once(() => api.answerOffer(this.id, offer.number, accept, this.seats[this.mine[0]]));
    this.offers.replaceChildren(
      el("p", {}, `${this.name(seat)} asks ${what}.`),
      el("p", { class: "buttons" }, button("Accept", () => answer(true), { class: "main" }), button("Decline", () => answer(false))));
  }

  drawActions() {
    const { outcome, ply, next, offer } = this.state;
    const { mine, seats } = this;
    const resign = (resigning) => { this.resigning = resigning; this.draw(); };
    const actions = [];
    if (next) actions.push(link("To the rematch", `/game/${next}`, { class: "button main" }));
    else if (outcome && mine.length && offer?.kind !== "rematch") {
      const again = mine.length > 1 ? "Play again, sides swapped" : `Play again as ${seats.x ? "O" : "X"}`;
      actions.push(this.againstPerson ? button("Rematch", () => this.offer("rematch"), { class: "main" })
        : button(again, () => this.playAgain(), { class: "main" }));
    } else if (this.resigning) {
      actions.push(el("span", {}, "Resign this game?"), button("Play on", () => resign(false)),
        button("Yes, resign", () => { resign(false); this.once(() => api.resign(this.id, this.token ?? seats[mine[0]])); }));
    } else if (!outcome && mine.length && !this.hasOpenSeat) {
      if (ply && (offer?.kind !== "undo" || mine.length > 1)) actions.push(button(this.againstPerson ? "Ask to take back" : "Take back", () => this.offer("undo"), { "data-key": "u" }));
      actions.push(button("Resign", () => resign(true)));
    }
    if (outcome && ply) {
      const address = `/review?game=${this.id}`;
      const text = () => shareText(this.state, this.result, this.reviewed, mine, absoluteUrl(inTab ? "/" : address));
      actions.push(link("Review", address, { class: "button" }), shareButton(() => ({ text: text() })) ?? copyButton("Share as text", text, "Result"));
    }
    this.buttons.replaceChildren(...actions);
  }

  /** The record of the game, while it is open. */
  async drawRecord() {
    const recordKey = this.archive.parentElement.open ? `${this.state.event} ${this.viewedPly}` : null;
    if (this.recordKey === recordKey) return;
    this.recordKey = recordKey;
    if (!recordKey) return;
    const { game, position } = this.viewedPly === null ? this.state : this.viewedState;
    const address = absoluteUrl(`/board?${new URLSearchParams({ game, position })}`);
    const recordView = await api.record(this.id).then((record) => recordTools(`${game}-${this.id}`, record),
      (error) => el("p", { class: "problem" }, error.message));
    if (this.recordKey !== recordKey) return;
    this.archive.replaceChildren(recordView, el("p", { class: "buttons" }, copyButton("Copy a link to this position", () => address, "Link")));
  }
}
