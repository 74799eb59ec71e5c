// A live game: against a friend, the computer, or both at this screen. Others watch.

import * as api from "./api.js";
import { Board } from "./board.js";
import { Coach } from "./coach.js";
import { announce, el } from "./dom.js";
import { SEAT_MOVED, seatNotice, seatsFromLink, showInvitation } from "./invite.js";
import { navigate, startGame } from "./main.js";
import { stateAt } from "./panels.js";
import { adaptiveLevel, pendingSeat, saveAdaptiveResult, saveGame, saveSeats, savedGame, seatsOf } from "./storage.js";
import { applyHue } from "./theme.js";
import { Values } from "./values.js";
import { GameView, SEATS } from "./view.js";

const REPLY_PAUSE_MS = 450; // So that a person's move is seen before the computer's reply.
const GONE_ON = "The game has moved on: look at the board and move again.";

export async function show(main, [id]) {
  const seats = seatsFromLink();
  let state = await api.state(id);
  let leave = null;
  if (main.isConnected) applyHue(document.body, state.game);
  const seatCount = () => Object.keys(seatsOf(id)).length;
  const seatsToTake = seats?.filter(({ seat }) => state.players[seat].kind === "human") ?? (!seatCount() && pendingSeat(id) ? [pendingSeat(id)] : []);
  for (const { seat, from } of seatsToTake) await api.takeSeat(id, seat, from);
  if (seatsToTake.length) state = await api.state(id);
  const seatsBefore = seatCount();
  await api.checkSeats(state);
  const notice = seats ? seatNotice(id, seats) : seatsBefore > seatCount() ? SEAT_MOVED : "";
  const begin = (words) => { if (main.isConnected) leave = new GamePage(main, id, state, words).open(); };
  const open = SEATS.find((seat) => state.players[seat].kind === "open");
  if (seatCount() || !open) begin(notice);
  else await showInvitation(main, state, open, notice, async (words) => { state = await api.state(id); begin(words); });
  return () => leave?.();
}

class GamePage extends GameView {
  constructor(main, id, state, notice) {
    super();
    this.main = main;
    this.id = id;
    this.state = state;
    this.incoming = []; // States that were received and are not drawn yet.
    this.replyAfter = 0; // When a computer's reply may be drawn.
    this.notice = notice; // Shown at the board until the next move.
    this.seats = seatsOf(id);
    this.adaptive = Boolean(savedGame(id).adaptive);
    this.viewedPly = null; // The ply that is shown, if it is not the current one.
    this.board = new Board((move) => this.play(move), `${state.title} board`);
    this.coach = new Coach(this.board, () => this.draw());
    this.values = new Values(this.board, (move) => this.board.play(move), (move) => this.coach.ask(this.coach.state.position, move));
    this.carrySeats();
    this.save();
  }

  /** Shows the game and its events; returns a function that stops that. */
  open() {
    this.build();
    this.playFirstMove();
    const controller = new AbortController();
    const unwatch = api.watch(this.id, (state) => this.receive(state), (offline) => this.setOffline(offline));
    document.addEventListener("keydown", (event) => this.onKey(event), controller);
    return () => { unwatch(); controller.abort(); this.setOffline(false); };
  }

  /** Plays the move that was clicked on the page of a new game, unless it is played already. */
  playFirstMove() {
    const { move, ...others } = history.state ?? {};
    if (!move) return;
    history.replaceState(others, "");
    if (this.state.ply) return;
    this.board.play(move);
    this.board.focusCell();
  }

  get newest() {
    return this.incoming.at(-1) ?? this.state;
  }

  /** Queues a new state. It cancels a move that waits to be sent, unless only something other than a move
   * happened. */
  receive(state) {
    if (state.event <= this.newest.event || !this.main.isConnected) return;
    const { pendingMove } = this;
    if (pendingMove && state.ply === pendingMove.ply && state.event === pendingMove.event + 1) pendingMove.event += 1;
    else if (pendingMove) {
      this.pendingMove = null;
      if (state.moves[pendingMove.ply] !== pendingMove.move) this.problem.textContent = GONE_ON;
    }
    this.incoming.push(state);
    this.drawIncoming();
  }

  /** Draws the queued states, a computer's reply only after the move before it was visible for a while. */
  drawIncoming() {
    clearTimeout(this.timer);
    while (this.incoming.length && this.main.isConnected) {
      const [{ last, ply, players }] = this.incoming;
      const mover = ply > this.state.ply && players[last.by.toLowerCase()].kind;
      const wait = this.replyAfter - performance.now();
      if (mover === "computer" && wait > 0) {
        this.timer = setTimeout(() => this.drawIncoming(), wait);
        return;
      }
      this.setState(this.incoming.shift());
      const isMotionReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (mover === "human" && !isMotionReduced) this.replyAfter = performance.now() + REPLY_PAUSE_MS;
    }
  }

  setState(state) {
    const before = this.state;
    this.state = state;
    if (state.ply !== before.ply) this.notice = "";
    if (state.outcome) this.resigning = false;
    this.announceChange(before);
    const movesBefore = ({ moves }) => moves.slice(0, this.viewedPly).join();
    if (this.viewedPly !== null && (this.viewedPly >= state.ply || movesBefore(before) !== movesBefore(state))) this.viewedPly = null;
    this.carrySeats();
    this.save();
    if (state.next && !before.next && this.mine.length) navigate(`/game/${state.next}`);
    else this.draw();
    if (this.mine.some((seat) => state.moved[seat] > before.moved[seat])) this.refreshSeats();
  }

  /** A seat of this device was moved: to or from another device or tab. */
  async refreshSeats() {
    await api.checkSeats(this.state);
    const seatsBefore = this.mine.length;
    this.seats = seatsOf(this.id);
    if (this.mine.length < seatsBefore) {
      this.moveSeat.remove();
      announce(this.notice = SEAT_MOVED);
    }
    this.save();
    this.draw();
  }

  /** Announces what happened to screen readers. */
  announceChange(before) {
    const { last, outcome, ply, to_move: turn, offer, players } = this.state;
    const words = [];
    const joined = SEATS.find((seat) => before.players[seat].kind === "open" && players[seat].kind !== "open" && !this.seats[seat]);
    if (joined) words.push(this.notice = `${this.name(joined)} is here and plays ${joined.toUpperCase()}.`);
    if (ply > before.ply && last) {
      words.push(`${last.by} played ${last.move}.`);
      if (last.captured.length) words.push(`Changed hands: ${last.captured.join(", ")}.`);
    } else if (ply < before.ply) words.push("Moves were taken back.");
    if (this.declined) words.push(this.declined);
    if (offer && offer.number !== before.offer?.number) words.push(`${offer.by} offers ${offer.kind === "undo" ? "to take back" : "a rematch"}.`);
    words.push(outcome ? `${this.result}: ${outcome.reason}.` : this.token ? `Your turn, ${turn}.` : `${turn} to move.`);
    announce(words.join(" "));
  }

  /** In a rematch each player's token opens the other seat. */
  carrySeats() {
    const { next } = this.state;
    const { x, o } = this.seats;
    if (!next || !(x || o) || Object.keys(seatsOf(next)).length) return;
    saveSeats(next, { ...(o && { x: o }), ...(x && { o: x }) });
  }

  /** Saves a summary of the game, and once the result of `adaptive`. */
  save() {
    const { game, title, size, position, to_move, ply, outcome, players } = this.state;
    const computer = SEATS.find((seat) => players[seat].kind === "computer");
    if (this.adaptive && outcome && !savedGame(this.id).over && computer) {
      saveAdaptiveResult(game, players[computer].level, outcome.winner ? (outcome.winner.toLowerCase() === computer ? "won" : "lost") : "drew");
    }
    saveGame(this.id, { game, title, size, position, to_move, ply, mine: this.mine, names: this.names, over: Boolean(outcome), seen: Date.now() });
  }

  setOffline(isOffline) {
    if (isOffline && !this.isOffline) announce("The connection was lost.");
    this.isOffline = isOffline;
    document.body.classList.toggle("cut", isOffline);
    this.drawNotice();
  }

  async attempt(action) {
    try {
      this.problem.textContent = "";
      const state = await action();
      if (state?.event !== undefined) this.receive(state);
    } catch (error) {
      this.problem.textContent = error.message;
      this.draw();
    }
  }

  /** Runs an action that must not run twice, unless another one is still running. */
  async once(action) {
    if (this.busy) return;
    this.busy = true;
    await this.attempt(action);
    this.busy = false;
  }

  /** A move without an answer is sent again only if nothing has happened in the game since: otherwise it
   * might be played twice. */
  async play(move) {
    const { ply } = this.state;
    const pendingMove = (this.pendingMove = { move, ply, event: this.newest.event });
    const shouldResend = async () => {
      const now = await api.state(this.id, Infinity).catch(() => null); // A refusal comes with the move itself.
      if (now) this.receive(now);
      return this.pendingMove === pendingMove && (!now || now.event === pendingMove.event);
    };
    this.drawNotice();
    await this.attempt(async () => {
      try {
        return await api.move(this.id, move, ply, this.token, shouldResend);
      } catch (error) {
        if (error.status !== 409) throw error;
        this.receive(await api.state(this.id));
        throw new Error(this.newest.outcome ? "" : GONE_ON, { cause: error });
      } finally {
        if (this.pendingMove === pendingMove) this.pendingMove = null;
      }
    });
    this.drawNotice();
  }

  /** With both seats at this screen, an offer is accepted at once. */
  offer(kind) {
    return this.once(async () => {
      const bothSeats = this.mine.length === 2;
      const other = (side) => this.seats[side === "X" ? "o" : "x"];
      const token = bothSeats ? other(this.state.to_move) : this.seats[this.mine[0]];
      const alreadyOffered = bothSeats && this.state.offer?.kind === kind;
      const state = alreadyOffered ? this.state : await api.offer(this.id, kind, token);
      if (!bothSeats || !state.offer) return state;
      return api.answerOffer(this.id, state.offer.number, true, other(state.offer.by));
    });
  }

  /** Starts another game against the same opponent, with sides swapped. */
  playAgain() {
    const { players, start, game, size, series_after: { x, o, games } } = this.state;
    return this.once(async () => {
      const fresh = await api.start({ game, size, first: start.split(" ")[1].toLowerCase() });
      const seat = ({ kind, name, level }) => (kind !== "computer" ? { kind, name }
        : { kind, level: this.adaptive ? adaptiveLevel(game, fresh) : level });
      await startGame(this.main, { game, position: fresh.position, series: { x: o, o: x, games }, x: seat(players.o), o: seat(players.x) },
        { adaptive: this.adaptive });
    });
  }

  onKey(event) {
    if (event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    const letter = event.key.toLowerCase();
    if (event.key === "Escape" && this.viewedPly !== null) this.showPly(this.state.ply);
    else if (letter === "u") this.buttons.querySelector("[data-key=u]")?.click();
    else if (letter === "a") this.study.querySelector("input")?.click();
    else if (!event.target.closest("[role=grid]") && event.key === "ArrowLeft") this.steps.back();
    else if (!event.target.closest("[role=grid]") && event.key === "ArrowRight") this.steps.forward();
  }

  /** Shows the position after some moves. */
  async showPly(ply) {
    const request = (this.viewRequest = { ply });
    this.steps.update(ply, this.state.ply);
    await this.attempt(async () => {
      const now = ply === this.state.ply;
      const shown = now ? null : await stateAt(await this.replay(), ply);
      if (this.viewRequest !== request) return;
      this.viewedPly = ply < this.state.ply ? ply : null;
      this.viewedState = shown;
      this.draw();
    });
  }

  async replay() {
    const { event } = this.state;
    if (this.replayed?.event !== event) this.replayed = { event, ...await api.replay(await api.record(this.id)) };
    return this.replayed;
  }

  /** Values, hints and reasons, but not while two people play. */
  drawStudy(shown, enabled) {
    if (this.againstPerson && !this.state.outcome) {
      this.values.hide();
      this.coach.show();
      return this.study.replaceChildren();
    }
    if (!this.study.children.length) {
      this.valuesBox = el("input", { type: "checkbox", onchange: () => this.draw() });
      this.study.append(this.coach.view, el("label", { class: "tick" }, this.valuesBox, "Show what every move is worth"), this.values.view);
    }
    if (this.valuesBox.checked) this.values.show(shown, enabled);
    else this.values.hide();
    const ply = this.viewedPly ?? this.state.ply;
    this.coach.update(shown, { hint: enabled, before: ply ? async () => (await this.replay()).positions[ply - 1] : null, you: this.mine.length === 1 ? this.mine[0] : null });
  }
}
