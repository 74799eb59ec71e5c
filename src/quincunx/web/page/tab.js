// The back end without a server: Python in workers of this tab. One reads and referees, which takes no
// time; one thinks, and is ended when nobody wants any more what it thinks about.

import { el } from "./dom.js";
import { keepSite } from "./newer.js";
import { keepSeats, seatsOf } from "./keeping.js";
import { Refused } from "./refused.js";
import * as kept from "./tab_games.js";

const BROKEN = "Python could not be loaded here: look at the connection and try again.";
const GONE = "Nobody waits for this any more.";
const THINKING = ["analysis", "reasons", "puzzle", "puzzleKinds", "answerPuzzle", "solvePuzzle", "review", "solutions", "levelMove"];
const { python } = document.documentElement.dataset;
const places = { python: new URL(python, document.baseURI).href, package: new URL(".", import.meta.url).href };

class Python {
  pending = new Map();
  number = 0;

  constructor(told) { this.told = told; }

  /** Begins, or begins anew with what is still wanted. */
  begin() {
    this.worker?.terminate();
    this.worker = new Worker(new URL("tab_worker.js", import.meta.url), { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.hear(data));
    this.worker.addEventListener("error", () => this.hear({ broken: true }));
    this.worker.postMessage({ places });
    this.ready = false;
    this.told(0);
    for (const [number, { asked, unwanted }] of [...this.pending]) {
      if (unwanted) this.pending.delete(number);
      else this.worker.postMessage({ number, asked });
    }
  }

  hear({ done, number, answer, broken }) {
    if (done !== undefined) {
      this.ready = done === 1;
      this.told(done);
    } else if (broken) {
      this.worker.terminate();
      this.worker = null;
      for (const each of this.pending.values()) each.reject(new Refused(0, BROKEN));
      this.pending.clear();
    } else {
      this.pending.get(number).resolve(JSON.parse(answer));
      this.pending.delete(number);
    }
  }

  ask(question) {
    const waits = this.worker && ![...this.pending.values()].some(({ unwanted }) => unwanted);
    return new Promise((resolve, reject) => {
      const asked = JSON.stringify(question);
      this.pending.set(this.number += 1, { asked, question, resolve, reject });
      if (waits) this.worker.postMessage({ number: this.number, asked });
      else this.begin();
    });
  }

  /** Whoever asks next does not wait for these. */
  giveUp(which = () => true) {
    for (const each of this.pending.values()) {
      if (!which(each.question)) continue;
      each.unwanted = true;
      each.reject(new Refused(499, GONE));
    }
  }
}

const bar = el("progress", { max: 1, value: 0 });
const loading = el("p", { class: "loading", role: "status" }, "Loading what plays and thinks ", bar);
const reader = new Python((done) => {
  bar.value = done;
  if (done < 1) return document.body.append(loading);
  loading.remove();
  if (!thinker.worker) thinker.begin();
});
const thinker = new Python((done) => { if (done === 1) keepSite(); });
const channel = new BroadcastChannel("quincunx games");
const watched = new Map(); // Who is told when a game cannot go on.
const thinking = new Set();
const given = fetch(new URL("first.json", import.meta.url)).then((answer) => answer.json()).catch(() => ({}));

/** What was answered when the site was made; of several, any one. */
async function known(question, values) {
  const key = JSON.stringify([question, ...Object.entries(values).filter(([, value]) => value !== undefined && value !== null).sort().flat()]);
  const found = (await given)[key];
  return found?.[Math.floor(Math.random() * found.length)];
}

export async function ask(question, values = {}, token = null) {
  const found = await known(question, values);
  if (found) return found;
  if (THINKING.includes(question)) return take(await thinker.ask({ question, values })).found;
  return happens(question, values, token);
}

function take(answer) {
  if (answer.refused) throw new Refused(...answer.refused);
  return answer;
}

/** Asks the referee, who looks again when another tab was quicker, and keeps what happens. */
async function happens(question, values, token = null) {
  for (;;) {
    const { id } = values;
    const before = id ? await kept.game(id) : null;
    if (before?.seats && !Object.keys(seatsOf(id)).length) keepSeats(id, before.seats);
    const answer = take(await reader.ask({ question, values, token, kept: before }));
    const { found, new: events, games, computer } = answer;
    if (!id) {
      if (games) await kept.begin(games);
      navigator.storage?.persist?.();
      return found;
    }
    if (events.length && !await kept.append(before, events, found.outcome, games)) continue;
    if (events.length) {
      thinker.giveUp(({ id: about }) => about === id);
      channel.postMessage(found);
    }
    if (computer && watched.has(id)) think(id, before.events.length + events.length, computer);
    return found;
  }
}

/** Lets a computer move, by the referee until the thinker is there. Whoever looks at the game brings it
 * on again. */
async function think(id, event, asked) {
  const about = `${id} ${event}`;
  if (thinking.has(about)) return;
  thinking.add(about);
  try {
    const { found: move } = take(await (thinker.ready ? thinker : reader).ask({ question: "levelMove", values: { asked }, id }));
    await happens("computerMoves", { id, move, event });
  } catch (error) {
    if (error.status !== 499) watched.get(id)?.(true);
  } finally {
    thinking.delete(about);
  }
}

/** Calls `told(state)` after every event, of this tab and of others. */
export function watch(id, told, cut) {
  watched.set(id, cut);
  const look = () => ask("state", { id }).then((state) => { cut(false); told(state); }, ({ status }) => cut(status === 0));
  const heard = new BroadcastChannel("quincunx games");
  heard.addEventListener("message", ({ data }) => {
    if (data.id !== id) return;
    told(data);
    if (!data.outcome && data.players[data.to_move.toLowerCase()].kind === "computer") look(); // Who let it think may be gone.
  });
  look();
  return () => { watched.delete(id); heard.close(); };
}

/** Another page is shown: what was thought about for the last one is not wanted any more. */
export const leave = () => thinker.giveUp();

reader.begin();
