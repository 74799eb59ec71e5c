// Talks to the server, and keeps the secrets of this browser's seats.

export class Refused extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

const PATIENCE = 40_000;
const AWAY = [0, 502, 503, 504];
export const UNREACHED = "The server cannot be reached: try again in a moment.";

async function call(method, path, body, token) {
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  const signal = AbortSignal.timeout(PATIENCE);
  let answer, found;
  try {
    answer = await fetch(path, { method, headers, signal, body: body && JSON.stringify(body) });
    const kind = answer.headers.get("Content-Type") ?? "";
    found = kind.includes("json") ? await answer.json() : await answer.text();
  } catch {
    throw new Refused(0, UNREACHED);
  }
  if (!answer.ok) throw new Refused(answer.status, found.detail ?? UNREACHED);
  return found;
}

/** Asks again while the server is away: for what does no harm when it is sent twice. */
async function insist(method, path, body, token, still = () => true) {
  for (let left = 5; ; left -= 1) {
    try {
      return await call(method, path, body, token);
    } catch (error) {
      if (!left || !AWAY.includes(error.status)) throw error;
      await new Promise((resume) => setTimeout(resume, 1000));
      if (!still()) return null;
    }
  }
}

const query = (values) => {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  return new URLSearchParams(given).toString();
};

const remembered = new Map();

/** A GET whose answer never changes. */
function fixed(path, ask = insist) {
  if (!remembered.has(path)) {
    const asked = ask("GET", path);
    asked.catch(() => remembered.delete(path));
    remembered.set(path, asked);
  }
  return remembered.get(path);
}

export const catalogue = () => fixed("/api/catalogue");
export const rules = (game) => fixed(`/api/rules/${encodeURIComponent(game)}`);
export const solutions = () => fixed("/api/solutions");
export const start = (values) => insist("GET", `/api/position?${query(values)}`);
export const position = (values) => fixed(`/api/position?${query(values)}`);
// What the server has to think about is not asked again by itself.
export const analysis = (game, text) => fixed(`/api/analysis?${query({ game, position: text })}`, call);
export const puzzle = (values) => fixed(`/api/puzzle?${query(values)}`, call);
export const answerPuzzle = (values) => fixed(`/api/puzzle/answer?${query(values)}`, call);
export const solvePuzzle = (values) => fixed(`/api/puzzle/solution?${query(values)}`, call);
export const replay = (record) => insist("POST", "/api/replay", { record });
export const review = (record) => call("POST", "/api/review", { record });

const game = (id, rest = "") => `/api/games/${encodeURIComponent(id)}${rest}`;
export const create = (values) => call("POST", "/api/games", values);
export const state = (id) => insist("GET", game(id));
export const record = (id) => insist("GET", game(id, "/record"));
/** Plays a move. Sent again it is played once, unless it was taken back in between: it is sent again
 * only while `still()` holds, and comes to null when it does not. */
export const move = (id, text, ply, token, still) => insist("POST", game(id, "/moves"), { move: text, ply }, token, still);
export const resign = (id, token) => call("POST", game(id, "/resign"), undefined, token);
export const offer = (id, kind, token) => call("POST", game(id, "/offers"), { kind }, token);
export const answerOffer = (id, number, accept, token) =>
  call("POST", game(id, `/offers/${number}`), { accept }, token);

const KINDS = ["message", "seat", "move", "undo", "offer", "resign", "end"];

/** Calls `told(state)` after every event, for as long as the page is open. While it is hidden it
 * listens to nothing, since a browser has few connections for all of its pages. */
export function watch(id, told, cut) {
  let source = null;
  let timer = null;
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const open = () => {
    close();
    const opened = (source = new EventSource(game(id, "/events")));
    for (const kind of KINDS) opened.addEventListener(kind, (event) => told(JSON.parse(event.data)));
    opened.addEventListener("open", () => cut(false));
    opened.addEventListener("error", () => {
      cut(true);
      if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, 2000);
    });
  };
  const turn = () => (document.hidden ? close() : open());
  document.addEventListener("visibilitychange", turn);
  turn();
  return () => { close(); document.removeEventListener("visibilitychange", turn); };
}

// The secrets of seats, by game; the name that this browser's person goes by.

const SECRETS = "quincunx seats";
const ASKED = "quincunx asked";

function kept(where) {
  try {
    return JSON.parse(localStorage.getItem(where)) ?? {};
  } catch {
    return {};
  }
}

function keep(where, id, value) {
  const others = Object.entries(kept(where)).filter(([other]) => other !== id).slice(-200);
  localStorage.setItem(where, JSON.stringify(Object.fromEntries(value ? [...others, [id, value]] : others)));
}

export const seatsOf = (id) => kept(SECRETS)[id] ?? {};
export const keepSeats = (id, seats) => keep(SECRETS, id, seats);

/** The seat of a game that this browser asked for without hearing the answer. */
export const askedSeat = (id) => kept(ASKED)[id]?.seat;

/** Takes a seat with a secret that is kept before it is sent: if the answer is lost, or two tabs ask
 * at once, asking again opens the same seat. */
export async function takeSeat(id, seat) {
  const secret = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const token = kept(ASKED)[id]?.token ?? secret();
  keep(ASKED, id, { seat, token });
  try {
    await insist("POST", game(id, `/seats/${seat}`), { name: myName(), token });
    keepSeats(id, { [seat]: token });
  } catch (error) {
    if (error.status !== 409) throw error;
  }
  keep(ASKED, id, null);
}

export const myName = () => localStorage.getItem("quincunx name") ?? "";
export const keepName = (name) => localStorage.setItem("quincunx name", name);
