// What the page asks for, whoever answers. A back end has `ask(question, values, token)` and
// `watch(id, told, cut)`: a server over HTTP, or Python in this tab.

import { inTab } from "./address.js";
import * as http from "./http.js";
import { asked, keepAsked, keepSeats, myName, seatsOf } from "./keeping.js";

const AWAY = [0, 502, 503, 504];
const back = inTab ? await import("./tab.js") : http;

/** Asks again while the back end is away: for what does no harm when it is asked twice. */
async function insist(question, values, token, still = () => true, tries = 5) {
  for (let left = tries; ; left -= 1) {
    try {
      return await back.ask(question, values, token);
    } catch (error) {
      if (!left || !AWAY.includes(error.status)) throw error;
      await new Promise((resume) => setTimeout(resume, 1000));
      if (!await still()) return null;
    }
  }
}

const remembered = new Map();

/** Asks what always has the same answer. */
function fixed(question, values = {}, ask = insist) {
  const key = JSON.stringify([question, values]);
  if (!remembered.has(key)) {
    const answer = ask(question, values);
    answer.catch(() => remembered.delete(key));
    remembered.set(key, answer);
  }
  return remembered.get(key);
}

/** It stands in the document of the first page. */
export const catalogue = () => fixed("catalogue", {}, (...question) => {
  const given = document.getElementById("first")?.textContent;
  return given ? Promise.resolve(JSON.parse(given)) : insist(...question);
});
export const rules = (game) => fixed("rules", { game });
export const solutions = () => fixed("solutions");
export const start = (values) => insist("position", values);
export const position = (values) => fixed("position", values);
export const refusal = (values) => fixed("refusal", values, back.ask);
// What has to be thought about is not asked again by itself.
export const analysis = (game, text) => fixed("analysis", { game, position: text }, back.ask);
export const reasons = (values) => fixed("reasons", values, back.ask);
export const lessons = () => fixed("lessons");
export const lesson = (game) => fixed("lesson", { game });
export const answerLesson = (values) => fixed("answerLesson", values);
export const puzzle = (values) => back.ask("puzzle", values); // That of the day is another tomorrow.
export const puzzleKinds = () => fixed("puzzleKinds");
export const answerPuzzle = (values) => fixed("answerPuzzle", values, back.ask);
export const solvePuzzle = (values) => fixed("solvePuzzle", values, back.ask);
export const streak = (values) => back.ask("streak", values);
export const replay = (record) => insist("replay", { record });
export const review = (record) => back.ask("review", { record });

export const create = (values) => back.ask("create", values);
export const state = (id, tries) => insist("state", { id }, null, undefined, tries);
export const record = (id) => insist("record", { id });
/** Plays a move, however long the back end is away. Sent again it is played once, unless it was taken
 * back in between: it is sent again only if `still()` says so, and else comes to null. */
export const move = (id, text, ply, token, still) => insist("move", { id, move: text, ply }, token, still, Infinity);
export const resign = (id, token) => back.ask("resign", { id }, token);
export const offer = (id, kind, token) => back.ask("offer", { id, kind }, token);
export const answerOffer = (id, number, accept, token) => back.ask("answerOffer", { id, number, accept }, token);
/** Another page is shown. */
export const leave = () => back.leave?.();
/** Keeps the games of a file of records, where there is no server. */
export const bring = (text) => back.ask("import", { text });
export const watch = (id, told, cut) => back.watch(id, told, cut);

/** Takes a seat with a secret that is kept before it is sent: if the answer is lost, or two tabs ask
 * at once, asking again opens the same seat. With `from`, the secret that another device has of it, the
 * seat is moved here. */
export async function takeSeat(id, seat, from) {
  const secret = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const before = asked(id);
  const token = before?.seat === seat && before.from === from ? before.token : secret();
  keepAsked(id, { seat, token, from });
  try {
    await insist("takeSeat", { id, seat, name: myName(), token }, from);
    keepSeats(id, { ...seatsOf(id), [seat]: token });
  } catch (error) {
    if (error.status !== 409) throw error;
  }
  keepAsked(id, null);
}

/** Forgets the seats of this game that were moved to another device. */
export async function checkSeats({ id, moved }) {
  for (const [seat, token] of Object.entries(seatsOf(id)).filter(([each]) => moved[each])) {
    const held = await insist("takeSeat", { id, seat, token }).then(() => true, ({ status }) => status !== 409);
    const { [seat]: now, ...others } = seatsOf(id);
    if (!held && now === token) keepSeats(id, others);
  }
}
