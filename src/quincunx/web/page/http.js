// The back end that is a server: every question is a request, every event comes by a stream.

import { Refused, UNREACHED } from "./refused.js";

const PATIENCE = 40_000;

/** What stands in braces is part of the address; the rest is the query, or the body of a POST. */
const QUESTIONS = {
  catalogue: "GET /api/catalogue",
  rules: "GET /api/rules/{game}",
  solutions: "GET /api/solutions",
  position: "GET /api/position",
  analysis: "GET /api/analysis",
  refusal: "GET /api/refusal",
  reasons: "GET /api/reasons",
  lessons: "GET /api/lessons",
  lesson: "GET /api/lessons/{game}",
  answerLesson: "GET /api/lessons/{game}/{step}/answer",
  puzzle: "GET /api/puzzle",
  puzzleKinds: "GET /api/puzzle/kinds",
  answerPuzzle: "GET /api/puzzle/answer",
  solvePuzzle: "GET /api/puzzle/solution",
  streak: "POST /api/puzzle/streak",
  replay: "POST /api/replay",
  review: "POST /api/review",
  create: "POST /api/games",
  state: "GET /api/games/{id}",
  record: "GET /api/games/{id}/record",
  takeSeat: "POST /api/games/{id}/seats/{seat}",
  move: "POST /api/games/{id}/moves",
  resign: "POST /api/games/{id}/resign",
  offer: "POST /api/games/{id}/offers",
  answerOffer: "POST /api/games/{id}/offers/{number}",
};

/** The answer to a question, or a refusal. */
export async function ask(question, values = {}, token = null) {
  const rest = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));
  const [method, place] = QUESTIONS[question].split(" ");
  let path = place.replace(/\{(\w+)\}/g, (_, name) => {
    const word = encodeURIComponent(rest[name]);
    delete rest[name];
    return word;
  });
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  let body;
  if (Object.keys(rest).length) {
    if (method === "GET") {
      const pairs = Object.entries(rest).flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
      path += `?${new URLSearchParams(pairs)}`;
    } else {
      headers["Content-Type"] = "application/json";
      body = JSON.stringify(rest);
    }
  }
  let answer, found;
  try {
    answer = await fetch(path, { method, headers, body, signal: AbortSignal.timeout(PATIENCE) });
    const kind = answer.headers.get("Content-Type") ?? "";
    found = kind.includes("json") ? await answer.json() : await answer.text();
  } catch {
    throw new Refused(0, UNREACHED);
  }
  if (!answer.ok) throw new Refused(answer.status, found.detail ?? UNREACHED);
  return found;
}

const KINDS = ["message", "seat", "move", "undo", "offer", "decline", "resign", "end"];

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
    const opened = (source = new EventSource(`/api/games/${encodeURIComponent(id)}/events`));
    for (const kind of KINDS) opened.addEventListener(kind, (event) => told(JSON.parse(event.data)));
    opened.addEventListener("open", () => cut(globalThis.navigator?.onLine === false));
    opened.addEventListener("error", () => {
      cut(true);
      if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, 2000);
    });
  };
  const turn = () => (document.hidden ? close() : open());
  const left = new AbortController();
  document.addEventListener("visibilitychange", turn, left);
  addEventListener("online", turn, left);
  addEventListener("offline", () => cut(true), left);
  turn();
  return () => { close(); left.abort(); };
}
