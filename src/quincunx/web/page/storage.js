// What is in localStorage: the tokens of seats, the games played and watched here, the last results of
// `adaptive`, the player's name, the progress in lessons, the daily puzzles. Keys and formats must stay
// readable.

const SEATS_KEY = "quincunx seats";
const PENDING_SEATS_KEY = "quincunx asked";
const GAMES_KEY = "quincunx games";
const ADAPTIVE_KEY = "quincunx adaptive";

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

function write(key, id, value) {
  const others = Object.entries(read(key)).filter(([other]) => other !== id).slice(-200);
  localStorage.setItem(key, JSON.stringify(Object.fromEntries(value ? [...others, [id, value]] : others)));
}

export const seatsOf = (id) => read(SEATS_KEY)[id] ?? {};
export const saveSeats = (id, seats) => write(SEATS_KEY, id, seats);

/** The seat of a game that was requested without an answer so far, and its token. */
export const pendingSeat = (id) => read(PENDING_SEATS_KEY)[id];
export const savePendingSeat = (id, seat) => write(PENDING_SEATS_KEY, id, seat);

/** The games played and watched here as last seen, the newest first:
 * {id, game, title, size, position, to_move, ply, mine, names, over, seen, adaptive}. */
export const savedGames = () => Object.values(read(GAMES_KEY)).reverse();
export const savedGame = (id) => read(GAMES_KEY)[id] ?? {};
export const saveGame = (id, summary) => write(GAMES_KEY, id, { ...savedGame(id), ...summary, id });

/** How the last game against `adaptive` ended for it: "won", "drew" or "lost". */
export const saveAdaptiveResult = (game, level, won) => write(ADAPTIVE_KEY, game, { level, won });
/** The level of `adaptive` in the next game; the document of a start names it for each last game. */
export function adaptiveLevel(game, { adaptive }) {
  const { level, won } = read(ADAPTIVE_KEY)[game] ?? {};
  return adaptive[`${level} ${won}`] ?? adaptive[""];
}

export const playerName = () => localStorage.getItem("quincunx name") ?? "";
export const savePlayerName = (name) => localStorage.setItem("quincunx name", name);

/** How many steps of a game's lesson are done. */
export const lessonProgress = (game) => read("quincunx lessons")[game] ?? 0;
export const saveLessonProgress = (game, steps) => write("quincunx lessons", game, steps);
/** The days whose puzzle was solved here. Earlier versions stored the last run of them. */
export function solvedDays() {
  const { run = { day: 0, length: 0 }, days = [] } = read("quincunx puzzles");
  const runDays = Array.from({ length: run.length }, (_, i) => run.day - run.length + 1 + i);
  return [...new Set([...runDays, ...days])].slice(-2000);
}
/** How the puzzle of a day ended here: "solved", "shown", or "" while it is open. The first result stays. */
export function dailyResult(day) {
  return solvedDays().includes(day) ? "solved" : read("quincunx puzzles").shown === day ? "shown" : "";
}
export function saveDailyResult(day, result) {
  if (!dailyResult(day)) write("quincunx puzzles", ...result === "shown" ? ["shown", day] : ["days", [...solvedDays(), day]]);
}

export const removeGame = (id) => write(GAMES_KEY, id, null);

/** Whether the page of a new game is opened here for the first time; the next time it is not. */
export function isFirstVisit(game) {
  const visited = read("quincunx met")[game];
  write("quincunx met", game, true);
  return !visited;
}
