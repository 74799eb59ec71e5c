// Talks to the server, and keeps the secrets of this browser's seats.

export class Refused extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

async function call(method, path, body, token) {
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
  } catch {
    throw new Refused(0, "The server cannot be reached: your move is not lost, try again.");
  }
  const kind = answer.headers.get("Content-Type") ?? "";
  const found = kind.includes("json") ? await answer.json() : await answer.text();
  if (!answer.ok) throw new Refused(answer.status, found.detail ?? "The server refused.");
  return found;
}

const query = (values) => {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  return new URLSearchParams(given).toString();
};

const remembered = new Map();

/** A GET whose answer never changes. */
function fixed(path) {
  if (!remembered.has(path)) {
    const asked = call("GET", path);
    asked.catch(() => remembered.delete(path));
    remembered.set(path, asked);
  }
  return remembered.get(path);
}

export const catalogue = () => fixed("/api/catalogue");
export const rules = (game) => fixed(`/api/rules/${encodeURIComponent(game)}`);
export const solutions = () => fixed("/api/solutions");
export const start = (values) => call("GET", `/api/position?${query(values)}`);
export const position = (values) => fixed(`/api/position?${query(values)}`);
export const analysis = (game, text) => fixed(`/api/analysis?${query({ game, position: text })}`);
export const puzzle = (values) => fixed(`/api/puzzle?${query(values)}`);
export const answerPuzzle = (values) => fixed(`/api/puzzle/answer?${query(values)}`);
export const solvePuzzle = (values) => fixed(`/api/puzzle/solution?${query(values)}`);
export const replay = (record) => call("POST", "/api/replay", { record });
export const review = (record) => call("POST", "/api/review", { record });

const game = (id, rest = "") => `/api/games/${encodeURIComponent(id)}${rest}`;
export const create = (values) => call("POST", "/api/games", values);
export const state = (id) => call("GET", game(id));
export const record = (id) => call("GET", game(id, "/record"));
export const takeSeat = (id, seat, name) => call("POST", game(id, `/seats/${seat}`), { name });
/** Plays a move. Sent again it is played once, so a cut in between does no harm. */
export async function move(id, text, ply, token) {
  for (let left = 5; ; left -= 1) {
    try {
      return await call("POST", game(id, "/moves"), { move: text, ply }, token);
    } catch (error) {
      if (!left || ![0, 502, 503, 504].includes(error.status)) throw error;
      await new Promise((resume) => setTimeout(resume, 1000));
    }
  }
}
export const resign = (id, token) => call("POST", game(id, "/resign"), undefined, token);
export const offer = (id, kind, token) => call("POST", game(id, "/offers"), { kind }, token);
export const answerOffer = (id, number, accept, token) =>
  call("POST", game(id, `/offers/${number}`), { accept }, token);

const KINDS = ["message", "seat", "move", "undo", "offer", "resign", "end"];

/** Calls `told(state)` after every event, for as long as the page is open. */
export function watch(id, told, cut) {
  const source = new EventSource(game(id, "/events"));
  const heard = (event) => told(JSON.parse(event.data));
  for (const kind of KINDS) source.addEventListener(kind, heard);
  source.addEventListener("open", () => cut(false));
  source.addEventListener("error", () => {
    cut(true);
    if (source.readyState !== EventSource.CLOSED) return;
    setTimeout(() => { source.close(); again(); }, 2000);
  });
  let current = source;
  const again = () => { current = { close: watch(id, told, cut) }; };
  return () => current.close();
}

// The secrets of seats, by game; the name that this browser's person goes by.

const SECRETS = "quincunx seats";

function secrets() {
  try {
    return JSON.parse(localStorage.getItem(SECRETS)) ?? {};
  } catch {
    return {};
  }
}

export function seatsOf(id) {
  return secrets()[id] ?? {};
}

export function keepSeats(id, seats) {
  const kept = Object.entries(secrets()).filter(([other]) => other !== id).slice(-200);
  localStorage.setItem(SECRETS, JSON.stringify(Object.fromEntries([...kept, [id, seats]])));
}

export const myName = () => localStorage.getItem("quincunx name") ?? "";
export const keepName = (name) => localStorage.setItem("quincunx name", name);
