// The requests that the page makes. There are two back ends, a server over HTTP and Python in this tab;
// each has `ask(question, values, token)` and `watch(id, onState, setOffline)`.

import { inTab } from "./address.js";
import * as http from "./http.js";
import { pendingSeat, playerName, savePendingSeat, saveSeats, seatsOf } from "./storage.js";

const RETRY_STATUSES = [0, 502, 503, 504];
const backEnd = inTab ? await import("./tab.js") : http;

/** Retries while the back end is away: only for requests that may safely be repeated. */
async function askWithRetry(question, values, token, shouldRetry = () => true, tries = 5) {
  for (let triesLeft = tries; ; triesLeft -= 1) {
    try {
      return await backEnd.ask(question, values, token);
    } catch (error) {
      if (!triesLeft || !RETRY_STATUSES.includes(error.status)) throw error;
      await new Promise((resume) => setTimeout(resume, 1000));
      if (!await shouldRetry()) return null;
    }
  }
}

const cache = new Map();

/** For requests whose answer never changes. */
function askCached(question, values = {}, ask = askWithRetry) {
  const key = JSON.stringify([question, values]);
  if (!cache.has(key)) {
    const answer = ask(question, values);
    answer.catch(() => cache.delete(key));
    cache.set(key, answer);
  }
  return cache.get(key);
}

/** The document of the first page contains it. */
export const catalogue = () => askCached("catalogue", {}, (...question) => {
  const embedded = document.getElementById("first")?.textContent;
  return embedded ? Promise.resolve(JSON.parse(embedded)) : askWithRetry(...question);
});
export const rules = (game) => askCached("rules", { game });
export const solutions = () => askCached("solutions");
export const start = (values) => askWithRetry("position", values);
export const position = (values) => askCached("position", values);
export const refusal = (values) => askCached("refusal", values, backEnd.ask);
// Requests that need computation are not repeated automatically.
export const analysis = (game, text) => askCached("analysis", { game, position: text }, backEnd.ask);
export const reasons = (values) => askCached("reasons", values, backEnd.ask);
export const lessons = () => askCached("lessons");
export const lesson = (game) => askCached("lesson", { game });
export const answerLesson = (values) => askCached("answerLesson", values);
export const puzzle = (values) => backEnd.ask("puzzle", values); // Not cached: the daily puzzle changes.
export const puzzleKinds = () => askCached("puzzleKinds");
export const answerPuzzle = (values) => askCached("answerPuzzle", values, backEnd.ask);
export const solvePuzzle = (values) => askCached("solvePuzzle", values, backEnd.ask);
export const streak = (values) => backEnd.ask("streak", values);
export const replay = (record) => askWithRetry("replay", { record });
export const review = (record) => backEnd.ask("review", { record });

export const create = (values) => backEnd.ask("create", values);
export const state = (id, tries) => askWithRetry("state", { id }, null, undefined, tries);
export const record = (id) => askWithRetry("record", { id });
/** Plays a move, however long the back end is away. A repeated move is played once, unless it was taken
 * back in between, so it is repeated only if `shouldRetry()` allows it; otherwise the result is null. */
export const move = (id, text, ply, token, shouldRetry) => askWithRetry("move", { id, move: text, ply }, token, shouldRetry, Infinity);
export const resign = (id, token) => backEnd.ask("resign", { id }, token);
export const offer = (id, kind, token) => backEnd.ask("offer", { id, kind }, token);
export const answerOffer = (id, number, accept, token) => backEnd.ask("answerOffer", { id, number, accept }, token);
/** Called when another page is shown. */
export const leave = () => backEnd.leave?.();
/** Stores the games of a file of records, where there is no server. */
export const importRecords = (text) => backEnd.ask("import", { text });
export const watch = (id, onState, setOffline) => backEnd.watch(id, onState, setOffline);

/** Takes a seat with a token that is stored before it is sent: if the answer is lost, or two tabs ask
 * at once, a second request opens the same seat. With `from`, the token that another device has, the seat
 * is moved here. */
export async function takeSeat(id, seat, from) {
  const newToken = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const pending = pendingSeat(id);
  const token = pending?.seat === seat && pending.from === from ? pending.token : newToken();
  savePendingSeat(id, { seat, token, from });
  try {
    await askWithRetry("takeSeat", { id, seat, name: playerName(), token }, from);
    saveSeats(id, { ...seatsOf(id), [seat]: token });
  } catch (error) {
    if (error.status !== 409) throw error;
  }
  savePendingSeat(id, null);
}

/** Removes the seats of this game that were moved to another device. */
export async function checkSeats({ id, moved }) {
  for (const [seat, token] of Object.entries(seatsOf(id)).filter(([each]) => moved[each])) {
    const isHeld = await askWithRetry("takeSeat", { id, seat, token }).then(() => true, ({ status }) => status !== 409);
    const { [seat]: current, ...others } = seatsOf(id);
    if (!isHeld && current === token) saveSeats(id, others);
  }
}
