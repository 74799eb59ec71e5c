// The back end without a server: Python in two workers of this tab. The reader checks moves and answers at
// once; the thinker computes, and is terminated when its answer is not wanted any more.

import { el } from "./dom.js";
import { RequestError } from "./errors.js";
import * as gameStore from "./game_store.js";
import { saveSeats, seatsOf } from "./storage.js";
import { registerServiceWorker } from "./updates.js";

const LOAD_FAILED = "Python could not be loaded here: check your connection and try again.";
const CANCELLED = "This request was cancelled.";
const SLOW_QUESTIONS = ["analysis", "reasons", "puzzle", "puzzleKinds", "answerPuzzle", "solvePuzzle", "review", "solutions", "levelMove"];
const { python } = document.documentElement.dataset;
const urls = { python: new URL(python, document.baseURI).href, package: new URL(".", import.meta.url).href };

class Python {
  pending = new Map();
  number = 0;

  constructor(onProgress) { this.onProgress = onProgress; }

  /** Starts the worker, or restarts it with the requests that are not cancelled. */
  start() {
    this.worker?.terminate();
    this.worker = new Worker(new URL("tab_worker.js", import.meta.url), { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.receive(data));
    this.worker.addEventListener("error", () => this.receive({ broken: true }));
    this.worker.postMessage({ urls });
    this.ready = false;
    this.onProgress(0);
    for (const [number, { message, cancelled }] of [...this.pending]) {
      if (cancelled) this.pending.delete(number);
      else this.worker.postMessage({ number, message });
    }
  }

  receive({ done, number, answer, broken }) {
    if (done !== undefined) {
      this.ready = done === 1;
      this.onProgress(done);
    } else if (broken) {
      this.worker.terminate();
      this.worker = null;
      for (const each of this.pending.values()) each.reject(new RequestError(0, LOAD_FAILED));
      this.pending.clear();
    } else {
      this.pending.get(number).resolve(JSON.parse(answer));
      this.pending.delete(number);
    }
  }

  ask(question) {
    const canSend = this.worker && ![...this.pending.values()].some(({ cancelled }) => cancelled);
    return new Promise((resolve, reject) => {
      const message = JSON.stringify(question);
      this.pending.set(this.number += 1, { message, question, resolve, reject });
      if (canSend) this.worker.postMessage({ number: this.number, message });
      else this.start();
    });
  }

  /** Cancels requests; the next one does not wait for them. */
  cancel(which = () => true) {
    for (const each of this.pending.values()) {
      if (!which(each.question)) continue;
      each.cancelled = true;
      each.reject(new RequestError(499, CANCELLED));
    }
  }
}

const bar = el("progress", { max: 1, value: 0 });
const loading = el("p", { class: "loading", role: "status" }, "Loading what plays and thinks ", bar);
const reader = new Python((done) => {
  bar.value = done;
  if (done < 1) return document.body.append(loading);
  loading.remove();
  if (!thinker.worker) thinker.start();
});
const thinker = new Python((done) => { if (done === 1) registerServiceWorker(); });
const channel = new BroadcastChannel("quincunx games");
const watched = new Map(); // By game: what to call when it cannot go on.
const computing = new Set();
const prebuiltAnswers = fetch(new URL("first.json", import.meta.url)).then((answer) => answer.json()).catch(() => ({}));

/** An answer from when the site was built; of several, a random one. */
async function prebuilt(question, values) {
  const key = JSON.stringify([question, ...Object.entries(values).filter(([, value]) => value !== undefined && value !== null).sort().flat()]);
  const found = (await prebuiltAnswers)[key];
  return found?.[Math.floor(Math.random() * found.length)];
}

export async function ask(question, values = {}, token = null) {
  const found = await prebuilt(question, values);
  if (found) return found;
  if (SLOW_QUESTIONS.includes(question)) return unwrap(await thinker.ask({ question, values })).found;
  return referee(question, values, token);
}

function unwrap(answer) {
  if (answer.refused) throw new RequestError(...answer.refused);
  return answer;
}

/** Asks the reader about a game and stores what happens; asks again when another tab was faster. */
async function referee(question, values, token = null) {
  for (;;) {
    const { id } = values;
    const before = id ? await gameStore.readGame(id) : null;
    if (before?.seats && !Object.keys(seatsOf(id)).length) saveSeats(id, before.seats);
    const answer = unwrap(await reader.ask({ question, values, token, kept: before }));
    const { found, new: events, games, computer } = answer;
    if (!id) {
      if (games) await gameStore.addGames(games);
      navigator.storage?.persist?.();
      return found;
    }
    if (events.length && !await gameStore.appendEvents(before, events, found.outcome, games)) continue;
    if (events.length) {
      thinker.cancel((about) => about.id === id);
      channel.postMessage(found);
    }
    if (computer && watched.has(id)) computerMove(id, before.events.length + events.length, computer);
    return found;
  }
}

/** Lets a computer move: in the reader until the thinker is loaded. If that is cut off, the next tab that
 * opens the game starts it again. */
async function computerMove(id, event, request) {
  const job = `${id} ${event}`;
  if (computing.has(job)) return;
  computing.add(job);
  try {
    const { found: move } = unwrap(await (thinker.ready ? thinker : reader).ask({ question: "levelMove", values: { request }, id }));
    await referee("computerMoves", { id, move, event });
  } catch (error) {
    if (error.status !== 499) watched.get(id)?.(true);
  } finally {
    computing.delete(job);
  }
}

/** Calls `onState(state)` after every event, of this tab and of others. */
export function watch(id, onState, setOffline) {
  watched.set(id, setOffline);
  const refresh = () => ask("state", { id }).then((state) => { setOffline(false); onState(state); }, ({ status }) => setOffline(status === 0));
  const listening = new BroadcastChannel("quincunx games");
  listening.addEventListener("message", ({ data }) => {
    if (data.id !== id) return;
    onState(data);
    if (!data.outcome && data.players[data.to_move.toLowerCase()].kind === "computer") refresh(); // The tab that was thinking may be closed.
  });
  refresh();
  return () => { watched.delete(id); listening.close(); };
}

/** Called when another page is shown: the answers for the last one are not wanted any more. */
export const leave = () => thinker.cancel();

reader.start();
