// A live game: against a friend, the computer, or both at this screen. Others watch.

import * as api from "./api.js";
import { Board, mark } from "./board.js";
import { Coach } from "./coach.js";
import { announce, button, copy, el, link } from "./dom.js";
import { asked, keepSeats, seatsOf } from "./keeping.js";
import { go } from "./main.js";
import { moveList, recordTools, rulesBeside, stateAt, steps } from "./panels.js";
import { Values } from "./values.js";

export async function show(main, [id]) {
  const page = new GamePage(main, id, await api.state(id));
  await page.sit();
  page.carry();
  page.build();
  page.begin();
  const leave = api.watch(id, (state) => page.heard(state), (cut) => page.cut(cut));
  document.addEventListener("keydown", page.keys);
  return () => { leave(); document.removeEventListener("keydown", page.keys); };
}

class GamePage {
  constructor(main, id, state) {
    this.main = main;
    this.id = id;
    this.state = state;
    this.seats = seatsOf(id);
    this.at = null; // The ply that is looked at, if it is not the present one.
    this.board = new Board((move) => this.play(move), `${state.title} board`);
    this.coach = new Coach(this.board, () => this.draw());
    this.values = new Values(this.board, (move) => this.play(move), (move) => this.coach.ask(this.coach.state.position, move));
    this.keys = (event) => this.key(event);
  }

  /** The first who opens a friend's link takes the open seat. */
  async sit() {
    if (this.mine.length) return;
    const open = ["x", "o"].find((seat) => this.state.players[seat].kind === "open") ?? asked(this.id)?.seat;
    if (!open) return;
    await api.takeSeat(this.id, open);
    this.seats = seatsOf(this.id);
    this.state = await api.state(this.id);
  }

  /** The move that was touched where the game was chosen, if it is not made yet. */
  begin() {
    const { move } = history.state ?? {};
    if (!move || !this.main.isConnected) return;
    history.replaceState(null, "");
    if (this.state.ply) return;
    this.board.play(move);
    this.board.refocus();
  }

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

  name(seat) {
    const { name, kind, level } = this.state.players[seat];
    if (kind === "open") return "waiting for a friend";
    if (kind === "computer") return `Computer, ${level}`;
    return name || `Player ${seat === "x" ? 1 : 2}`;
  }

  build() {
    this.players = el("div", { class: "players" });
    this.status = el("p", { class: "status" });
    this.problem = el("p", { class: "problem", role: "alert" });
    this.invite = el("div", { class: "invite" });
    this.notes = el("ul", { class: "notes" });
    this.offers = el("div", { class: "offers" });
    this.actions = el("p", { class: "buttons" });
    this.list = moveList((ply) => this.look(ply));
    this.record = el("div", {});
    this.study = el("div", {});
    this.steps = steps((ply) => this.look(ply));
    this.main.replaceChildren(
      el("h1", {}, this.state.title),
      el("div", { class: "sides" },
        el("div", {}, this.players, this.status, this.board.view, this.notes, this.steps.view),
        el("div", { class: "panel" }, this.invite, this.offers, this.actions, this.problem, this.study, this.list.view,
          el("details", { ontoggle: () => this.drawRecord() }, el("summary", {}, "Record and links"), this.record),
          rulesBeside(this.state.game),
          el("p", { class: "quiet keys" }, "Keys: arrows and Enter on the board, Enter again or Escape cancels, F finishes a move, U takes back, A shows values, H hints, W says why, ← → outside the board step through the game."))));
    this.draw();
  }

  // What happens.

  heard(state) {
    if (state.event <= this.state.event || !this.main.isConnected) return;
    const before = this.state;
    this.state = state;
    this.tell(before);
    const past = ({ moves }) => moves.slice(0, this.at).join();
    if (this.at !== null && (this.at >= state.ply || past(before) !== past(state))) this.at = null;
    this.carry();
    if (state.next && !before.next && this.mine.length) return go(`/game/${state.next}`);
    this.draw();
  }

  /** Says what happened to those who listen. */
  tell(before) {
    const { last, outcome, ply, to_move: turn, offer } = this.state;
    const words = [];
    if (ply > before.ply && last) {
      words.push(`${last.by} played ${last.move}.`);
      if (last.captured.length) words.push(`Changed hands: ${last.captured.join(", ")}.`);
    } else if (ply < before.ply) words.push("Moves were taken back.");
    if (offer && offer.number !== before.offer?.number) words.push(`${offer.by} offers ${offer.kind === "undo" ? "to take back" : "a rematch"}.`);
    words.push(outcome ? this.result() : this.token ? `Your turn, ${turn}.` : `${turn} to move.`);
    announce(words.join(" "));
  }

  /** In a rematch each player's secret opens the other seat. */
  carry() {
    const { next } = this.state;
    const { x, o } = this.seats;
    if (!next || !(x || o) || Object.keys(seatsOf(next)).length) return;
    keepSeats(next, { ...(o && { x: o }), ...(x && { o: x }) });
  }

  cut(cut) {
    document.body.classList.toggle("cut", cut);
    if (cut) this.problem.textContent = "The connection is cut: trying again …";
    else if (this.problem.textContent.startsWith("The connection")) this.problem.textContent = "";
  }

  async attempt(what) {
    try {
      this.problem.textContent = "";
      const state = await what();
      if (state?.event !== undefined) this.heard(state);
    } catch (error) {
      this.problem.textContent = error.message;
      this.draw();
    }
  }

  /** Does something that must not be done twice: not while the last such thing is under way. */
  async once(what) {
    if (this.busy) return;
    this.busy = true;
    await this.attempt(what);
    this.busy = false;
  }

  play(move) {
    const { ply, event } = this.state;
    return this.attempt(() => api.move(this.id, move, ply, this.token, () => this.state.event === event));
  }

  /** With both seats at this screen, offers are answered at once. */
  offer(kind) {
    return this.once(async () => {
      const { to_move: turn } = this.state;
      const last = turn === "X" ? "o" : "x";
      const seat = this.mine.length === 2 ? last : this.mine[0];
      const standing = this.state.offer?.kind === kind && this.mine.length === 2;
      const state = standing ? this.state : await api.offer(this.id, kind, this.seats[seat]);
      if (this.mine.length < 2 || !state.offer) return state;
      const other = state.offer.by === "X" ? "o" : "x";
      return api.answerOffer(this.id, state.offer.number, true, this.seats[other]);
    });
  }

  again(swapped) {
    const { players, start, game } = this.state;
    const plain = ({ kind, name, level }) => ({ kind, name, level });
    const [x, o] = swapped ? [players.o, players.x] : [players.x, players.o];
    return this.once(async () => {
      const fresh = await api.start({ game, size: this.state.size, first: start.split(" ")[1].toLowerCase() });
      const begun = await api.create({ game, position: fresh.position, x: plain(x), o: plain(o) });
      keepSeats(begun.id, begun.seats);
      if (this.main.isConnected) go(`/game/${begun.id}`);
    });
  }

  key(event) {
    if (event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    const letter = event.key.toLowerCase();
    if (event.key === "Escape" && this.at !== null) this.look(this.state.ply);
    else if (letter === "u") this.actions.querySelector("[data-key=u]")?.click();
    else if (letter === "a") this.study.querySelector("input")?.click();
    else if (!event.target.closest("[role=grid]") && event.key === "ArrowLeft") this.steps.back();
    else if (!event.target.closest("[role=grid]") && event.key === "ArrowRight") this.steps.forward();
  }

  /** Looks at the game as it was after some moves. */
  async look(ply) {
    const wanted = (this.wanted = { ply });
    this.steps.update(ply, this.state.ply);
    await this.attempt(async () => {
      const now = ply === this.state.ply;
      const shown = now ? null : await stateAt(await this.replay(), ply);
      if (this.wanted !== wanted) return;
      this.at = ply < this.state.ply ? ply : null;
      this.shown = shown;
      this.draw();
    });
  }

  async replay() {
    const { event } = this.state;
    if (this.replayed?.event !== event) this.replayed = { event, ...await api.replay(await api.record(this.id)) };
    return this.replayed;
  }

  // What is seen.

  result() {
    const { winner, reason } = this.state.outcome;
    if (!winner) return `A draw: ${reason}.`;
    return `${this.name(winner.toLowerCase())} (${winner}) wins: ${reason}.`;
  }

  draw() {
    const { state } = this;
    const now = this.at === null;
    const shown = now ? state : this.shown;
    const { outcome, to_move: turn, players } = state;
    this.players.replaceChildren(...["x", "o"].map((seat) => el("div", {
      class: `player${!outcome && turn === seat.toUpperCase() ? " turn" : ""}`,
    }, mark(seat.toUpperCase()), el("span", {}, this.name(seat)),
    this.mine.length === 1 && this.seats[seat] ? el("span", { class: "quiet" }, "you") : null)));
    const waits = players[turn.toLowerCase()].kind === "computer" ? `${turn} is thinking …` : `${turn} to move.`;
    this.status.textContent = !now ? `Looking at move ${this.at} of ${state.ply}.`
      : outcome ? this.result() : this.token ? `Your turn: ${turn}.` : waits;
    this.status.classList.toggle("ended", Boolean(now && outcome));
    const enabled = now && !outcome && Boolean(this.token);
    this.board.update(shown, { enabled });
    this.notes.replaceChildren(...shown.board.notes.map((note) => el("li", {}, note)));
    this.steps.update(now ? state.ply : this.at, state.ply);
    this.list.update(state.moves, now ? state.ply : this.at);
    this.drawInvite();
    this.drawOffer();
    this.drawActions();
    this.drawStudy(shown, enabled);
    this.drawRecord();
  }

  drawInvite() {
    const open = Object.values(this.state.players).some(({ kind }) => kind === "open");
    if (!open || !this.mine.length) return this.invite.replaceChildren();
    const address = `${location.origin}/game/${this.id}`;
    this.invite.replaceChildren(
      el("label", {}, "Send this link to your friend", el("input", { readonly: true, value: address, onfocus: (event) => event.target.select() })),
      button("Copy the link", () => copy(address, "Link"), { class: "main" }));
  }

  drawOffer() {
    const { offer } = this.state;
    if (!offer || !this.mine.length) return this.offers.replaceChildren();
    const seat = offer.by.toLowerCase();
    const what = offer.kind === "undo" ? "to take back the last move" : "a rematch";
    if (this.seats[seat]) return this.offers.replaceChildren(el("p", {}, `You offered ${what}: waiting for the answer.`));
    const answer = (accept) => this.once(() => api.answerOffer(this.id, offer.number, accept, this.seats[this.mine[0]]));
    this.offers.replaceChildren(
      el("p", {}, `${this.name(seat)} offers ${what}.`),
      el("p", { class: "buttons" }, button("Accept", () => answer(true), { class: "main" }), button("Decline", () => answer(false))));
  }

  drawActions() {
    const { outcome, ply, next } = this.state;
    const actions = [];
    if (this.mine.length && !outcome) {
      if (ply) actions.push(button(this.againstPerson ? "Ask to take back" : "Take back", () => this.offer("undo"), { "data-key": "u" }));
      actions.push(button("Resign", () => { if (confirm("Give this game up?")) this.once(() => api.resign(this.id, this.token ?? this.seats[this.mine[0]])); }));
    }
    if (outcome && this.mine.length) {
      if (this.againstPerson) actions.push(button("Offer a rematch, sides swapped", () => this.offer("rematch"), { class: "main" }));
      else actions.push(button("Again", () => this.again(false), { class: "main" }), button("Swap sides", () => this.again(true)));
    }
    if (next) actions.push(link("To the rematch", `/game/${next}`, { class: "button" }));
    if (outcome && ply) actions.push(link("Review", `/review?game=${this.id}`, { class: "button" }));
    this.actions.replaceChildren(...actions);
  }

  /** Exact values on demand, but not while two people play. */
  drawStudy(shown, enabled) {
    if (this.againstPerson && !this.state.outcome) {
      this.values.hide();
      this.coach.tell();
      return this.study.replaceChildren();
    }
    if (!this.study.children.length) {
      this.studying = el("input", { type: "checkbox", onchange: () => this.draw() });
      this.study.append(this.coach.view, el("label", { class: "tick" }, this.studying, "Show what every move is worth"), this.values.view);
    }
    if (this.studying.checked) this.values.show(shown, enabled);
    else this.values.hide();
    const ply = this.at ?? this.state.ply;
    this.coach.update(shown, { hint: enabled, before: ply ? async () => (await this.replay()).positions[ply - 1] : null, you: this.mine.length === 1 ? this.mine[0] : null });
  }

  /** The record of the game as it stands, while it is looked at. */
  async drawRecord() {
    const key = this.record.parentElement.open ? `${this.state.event} ${this.at}` : null;
    if (this.recorded === key) return;
    this.recorded = key;
    if (!key) return;
    const { game, position } = this.at === null ? this.state : this.shown;
    const address = `${location.origin}/board?${new URLSearchParams({ game, position })}`;
    let tools;
    try {
      tools = recordTools(`${game}-${this.id}`, await api.record(this.id));
    } catch (error) {
      tools = el("p", { class: "problem" }, error.message);
    }
    if (this.recorded !== key) return;
    this.record.replaceChildren(
      tools, el("p", { class: "buttons" }, button("Copy a link to this position", () => copy(address, "Link"))));
  }
}
