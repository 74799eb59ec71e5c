// The back end that is a server: questions are HTTP requests, events come by an event stream.

import { RequestError, SERVER_UNREACHABLE } from "./errors.js";

const TIMEOUT_MS = 40_000;

/** Values named in braces go into the path, the others into the query or the body of a POST. */
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

/** Returns the answer to a question, or throws a RequestError. */
export async function ask(question, values = {}, token = null) {
  const params = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));
  const [method, template] = QUESTIONS[question].split(" ");
  let path = template.replace(/\{(\w+)\}/g, (_, name) => {
    const encoded = encodeURIComponent(params[name]);
    delete params[name];
    return encoded;
  });
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  let body;
  if (Object.keys(params).length) {
    if (method === "GET") {
      const pairs = Object.entries(params).flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
      path += `?${new URLSearchParams(pairs)}`;
    } else {
      headers["Content-Type"] = "application/json";
      body = JSON.stringify(params);
    }
  }
  let response, data;
  try {
    response = await fetch(path, { method, headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const kind = response.headers.get("Content-Type") ?? "";
    data = kind.includes("json") ? await response.json() : await response.text();
  } catch {
    throw new RequestError(0, SERVER_UNREACHABLE);
  }
  if (!response.ok) throw new RequestError(response.status, data.detail ?? SERVER_UNREACHABLE);
  return data;
}

const EVENT_KINDS = ["message", "seat", "move", "undo", "offer", "decline", "resign", "end"];

/** Calls `onState(state)` after every event. A hidden page does not listen, since a browser has few
 * connections for all of its pages. */
export function watch(id, onState, setOffline) {
  let source = null;
  let timer = null;
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const open = () => {
    close();
    const stream = (source = new EventSource(`/api/games/${encodeURIComponent(id)}/events`));
    for (const kind of EVENT_KINDS) stream.addEventListener(kind, (event) => onState(JSON.parse(event.data)));
    stream.addEventListener("open", () => setOffline(globalThis.navigator?.onLine === false));
    stream.addEventListener("error", () => {
      setOffline(true);
      if (stream.readyState === EventSource.CLOSED) timer = setTimeout(open, 2000);
    });
  };
  const update = () => (document.hidden ? close() : open());
  const controller = new AbortController();
  document.addEventListener("visibilitychange", update, controller);
  addEventListener("online", update, controller);
  addEventListener("offline", () => setOffline(true), controller);
  update();
  return () => { close(); controller.abort(); };
}
