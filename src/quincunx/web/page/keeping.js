// What this browser keeps: the secrets of its seats, the games that it plays and watches, how
// `adaptive` fared in each, the name that its person goes by, and what was learned.

const SECRETS = "quincunx seats";
const ASKED = "quincunx asked";
const GAMES = "quincunx games";
const ADAPTIVE = "quincunx adaptive";

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

/** The seat of a game that this browser asked for without hearing the answer, and its secret. */
export const asked = (id) => kept(ASKED)[id];
export const keepAsked = (id, seat) => keep(ASKED, id, seat);

/** The games played and watched here as last seen, the newest first, and what else was told of one:
 * {id, game, title, size, position, to_move, ply, mine, names, over, seen, adaptive}. */
export const games = () => Object.values(kept(GAMES)).reverse();
export const gameOf = (id) => kept(GAMES)[id] ?? {};
export const keepGame = (id, summary) => keep(GAMES, id, { ...gameOf(id), ...summary, id });

/** How the last game of `adaptive` ended for it: "won", "drew" or "lost". */
export const finished = (game, level, won) => keep(ADAPTIVE, game, { level, won });
/** The level that `adaptive` plays at next, as the answer about a start names it for each last game. */
export function adaptiveLevel(game, { adaptive }) {
  const { level, won } = kept(ADAPTIVE)[game] ?? {};
  return adaptive[`${level} ${won}`] ?? adaptive[""];
}

export const myName = () => localStorage.getItem("quincunx name") ?? "";
export const keepName = (name) => localStorage.setItem("quincunx name", name);

/** The steps of a game's lesson that are done, and the run of daily puzzles. */
export const learned = (game) => kept("quincunx lessons")[game] ?? 0;
export const keepLearned = (game, steps) => keep("quincunx lessons", game, steps);
/** The days whose puzzle was solved here. Earlier versions stored the last run of them. */
export function solvedDays() {
  const { run = { day: 0, length: 0 }, days = [] } = kept("quincunx puzzles");
  const before = Array.from({ length: run.length }, (_, i) => run.day - run.length + 1 + i);
  return [...new Set([...before, ...days])].slice(-2000);
}
/** How the puzzle of a day ended here: "solved", "shown", or "" while it is open. What was first stays. */
export function dailyEnd(day) {
  return solvedDays().includes(day) ? "solved" : kept("quincunx puzzles").shown === day ? "shown" : "";
}
export function keepDaily(day, end) {
  if (!dailyEnd(day)) keep("quincunx puzzles", ...end === "shown" ? ["shown", day] : ["days", [...solvedDays(), day]]);
}

export const forgetGame = (id) => keep(GAMES, id, null);

/** Whether a game's page is opened here for the first time. */
export function meets(game) {
  const known = kept("quincunx met")[game];
  keep("quincunx met", game, true);
  return !known;
}
