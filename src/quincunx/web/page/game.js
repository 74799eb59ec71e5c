// A live game: against a friend, the computer, or both at this screen. Others watch.

import * as api from "./api.js";
import { Board } from "./board.js";
import { Coach } from "./coach.js";
import { announce, el } from "./dom.js";
import { MOVED, brought, invitation, seatWords } from "./invite.js";
import { adaptiveLevel, asked, finished, gameOf, keepGame, keepSeats, seatsOf } from "./keeping.js";
import { beginGame, go } from "./main.js";
import { stateAt } from "./panels.js";
import { wear } from "./signs.js";
import { Values } from "./values.js";
import { GameView, SEATS } from "./view.js";

const PAUSE = 450; // Milliseconds for which a person's move is looked at before the computer's reply.
const GONE_ON = "The game has gone on: look at the board and move again.";

export async function show(main, [id]) {
  const seats = brought();
  let state = await api.state(id);
  let leave = null;
  if (main.isConnected) wear(document.body, state.game);
  const seated = () => Object.keys(seatsOf(id)).length;
  const wanted = seats?.filter(({ seat }) => state.players[seat].kind === "human") ?? (!seated() && asked(id) ? [asked(id)] : []);
  for (const { seat, from } of wanted) await api.takeSeat(id, seat, from);
  if (wanted.length) state = await api.state(id);
  const had = seated();
  await api.checkSeats(state);
  const told = seats ? seatWords(id, seats) : had > seated() ? MOVED : "";
  const begin = (words) => { if (main.isConnected) leave = new GamePage(main, id, state, words).open(); };
  const open = SEATS.find((seat) => state.players[seat].kind === "open");
  if (seated() || !open) begin(told);
  else await invitation(main, state, open, told, async (words) => { state = await api.state(id); begin(words); });
  return () => leave?.();
}

class GamePage extends GameView {
  constructor(main, id, state, news) {
    super();
    this.main = main;
    this.id = id;
    this.state = state;
    this.coming = []; // States that were heard of and are not drawn yet.
    this.ready = 0; // When a computer's reply may be drawn.
    this.news = news; // Said at the board until the next move.
    this.seats = seatsOf(id);
    this.adaptive = Boolean(gameOf(id).adaptive);
    this.at = null; // The ply that is looked at, if it is not the present one.
    this.board = new Board((move) => this.play(move), `${state.title} board`);
    this.coach = new Coach(this.board, () => this.draw());
    this.values = new Values(this.board, (move) => this.board.play(move), (move) => this.coach.ask(this.coach.state.position, move));
    this.carry();
    this.keep();
  }

  /** Shows it, and follows what happens until it is left. */
  open() {
    this.build();
    this.begin();
    const left = new AbortController();
    const unwatch = api.watch(this.id, (state) => this.heard(state), (cut) => this.cut(cut));
    document.addEventListener("keydown", (event) => this.key(event), left);
    return () => { unwatch(); left.abort(); this.cut(false); };
  }

  /** The move that was touched where the game was chosen, if it is not made yet. */
  begin() {
    const { move, ...rest } = history.state ?? {};
    if (!move) return;
    history.replaceState(rest, "");
    if (this.state.ply) return;
    this.board.play(move);
    this.board.refocus();
  }

  get newest() {
    return this.coming.at(-1) ?? this.state;
  }

  /** Takes in what is new, in turn; a move that waits to be sent is not sent any more after it, unless
   * nothing was moved. */
  heard(state) {
    if (state.event <= this.newest.event || !this.main.isConnected) return;
    const { waiting } = this;
    if (waiting && state.ply === waiting.ply && state.event === waiting.event + 1) waiting.event += 1;
    else if (waiting) {
      this.waiting = null;
      if (state.moves[waiting.ply] !== waiting.move) this.problem.textContent = GONE_ON;
    }
    this.coming.push(state);
    this.follow();
  }

  /** Draws what was heard, a computer's reply only after the move before it was looked at. */
  follow() {
    clearTimeout(this.timer);
    while (this.coming.length && this.main.isConnected) {
      const [{ last, ply, players }] = this.coming;
      const kind = ply > this.state.ply && players[last.by.toLowerCase()].kind;
      const wait = this.ready - performance.now();
      if (kind === "computer" && wait > 0) {
        this.timer = setTimeout(() => this.follow(), wait);
        return;
      }
      this.take(this.coming.shift());
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (kind === "human" && !still) this.ready = performance.now() + PAUSE;
    }
  }

  take(state) {
    const before = this.state;
    this.state = state;
    if (state.ply !== before.ply) this.news = "";
    if (state.outcome) this.resigning = false;
    this.tell(before);
    const past = ({ moves }) => moves.slice(0, this.at).join();
    if (this.at !== null && (this.at >= state.ply || past(before) !== past(state))) this.at = null;
    this.carry();
    this.keep();
    if (state.next && !before.next && this.mine.length) go(`/game/${state.next}`);
    else this.draw();
    if (this.mine.some((seat) => state.moved[seat] > before.moved[seat])) this.reseat();
  }

  /** A seat of this device was moved: here, from another tab, or away. */
  async reseat() {
    await api.checkSeats(this.state);
    const had = this.mine.length;
    this.seats = seatsOf(this.id);
    if (this.mine.length < had) {
      this.moving.remove();
      announce(this.news = MOVED);
    }
    this.keep();
    this.draw();
  }

  /** Says what happened to those who listen. */
  tell(before) {
    const { last, outcome, ply, to_move: turn, offer, players } = this.state;
    const words = [];
    const come = SEATS.find((seat) => before.players[seat].kind === "open" && players[seat].kind !== "open" && !this.seats[seat]);
    if (come) words.push(this.news = `${this.name(come)} is here and plays ${come.toUpperCase()}.`);
    if (ply > before.ply && last) {
      words.push(`${last.by} played ${last.move}.`);
      if (last.captured.length) words.push(`Changed hands: ${last.captured.join(", ")}.`);
    } else if (ply < before.ply) words.push("Moves were taken back.");
    if (this.declined) words.push(this.declined);
    if (offer && offer.number !== before.offer?.number) words.push(`${offer.by} offers ${offer.kind === "undo" ? "to take back" : "a rematch"}.`);
    words.push(outcome ? `${this.result}: ${outcome.reason}.` : this.token ? `Your turn, ${turn}.` : `${turn} to move.`);
    announce(words.join(" "));
  }

  /** In a rematch each player's secret opens the other seat. */
  carry() {
    const { next } = this.state;
    const { x, o } = this.seats;
    if (!next || !(x || o) || Object.keys(seatsOf(next)).length) return;
    keepSeats(next, { ...(o && { x: o }), ...(x && { o: x }) });
  }

  /** Remembers the game as it stands, and once how `adaptive` fared in it. */
  keep() {
    const { game, title, size, position, to_move, ply, outcome, players } = this.state;
    const computer = SEATS.find((seat) => players[seat].kind === "computer");
    if (this.adaptive && outcome && !gameOf(this.id).over && computer) {
      finished(game, players[computer].level, outcome.winner ? (outcome.winner.toLowerCase() === computer ? "won" : "lost") : "drew");
    }
    keepGame(this.id, { game, title, size, position, to_move, ply, mine: this.mine, names: this.names, over: Boolean(outcome), seen: Date.now() });
  }

  cut(cut) {
    if (cut && !this.away) announce("The connection is cut.");
    this.away = cut;
    document.body.classList.toggle("cut", cut);
    this.say();
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

  /** A move whose answer does not come is sent again only after a look at the game, and only if
   * nothing happened there meanwhile: else it might be played twice. */
  async play(move) {
    const { ply } = this.state;
    const waiting = (this.waiting = { move, ply, event: this.newest.event });
    const still = async () => {
      const now = await api.state(this.id, Infinity).catch(() => null); // What is refused, the move is told.
      if (now) this.heard(now);
      return this.waiting === waiting && (!now || now.event === waiting.event);
    };
    this.say();
    await this.attempt(async () => {
      try {
        return await api.move(this.id, move, ply, this.token, still);
      } catch (error) {
        if (error.status !== 409) throw error;
        this.heard(await api.state(this.id));
        throw new Error(this.newest.outcome ? "" : GONE_ON, { cause: error });
      } finally {
        if (this.waiting === waiting) this.waiting = null;
      }
    });
    this.say();
  }

  /** With both seats at this screen, offers are answered at once. */
  offer(kind) {
    return this.once(async () => {
      const both = this.mine.length === 2;
      const other = (side) => this.seats[side === "X" ? "o" : "x"];
      const token = both ? other(this.state.to_move) : this.seats[this.mine[0]];
      const standing = both && this.state.offer?.kind === kind;
      const state = standing ? this.state : await api.offer(this.id, kind, token);
      if (!both || !state.offer) return state;
      return api.answerOffer(this.id, state.offer.number, true, other(state.offer.by));
    });
  }

  /** The same once more against the same, with seats changed. */
  again() {
    const { players, start, game, size, series_after: { x, o, games } } = this.state;
    return this.once(async () => {
      const fresh = await api.start({ game, size, first: start.split(" ")[1].toLowerCase() });
      const seat = ({ kind, name, level }) => (kind !== "computer" ? { kind, name }
        : { kind, level: this.adaptive ? adaptiveLevel(game, fresh) : level });
      await beginGame(this.main, { game, position: fresh.position, series: { x: o, o: x, games }, x: seat(players.o), o: seat(players.x) },
        { adaptive: this.adaptive });
    });
  }

  key(event) {
    if (event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    const letter = event.key.toLowerCase();
    if (event.key === "Escape" && this.at !== null) this.look(this.state.ply);
    else if (letter === "u") this.buttons.querySelector("[data-key=u]")?.click();
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
}
