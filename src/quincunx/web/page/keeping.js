// What this browser keeps: the secrets of its seats, by game, the name that its person goes by, what was learned.

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

/** The seat of a game that this browser asked for without hearing the answer, and its secret. */
export const asked = (id) => kept(ASKED)[id];
export const keepAsked = (id, seat) => keep(ASKED, id, seat);

export const myName = () => localStorage.getItem("quincunx name") ?? "";
export const keepName = (name) => localStorage.setItem("quincunx name", name);

/** The steps of a game's lesson that are done, and the run of daily puzzles. */
export const learned = (game) => kept("quincunx lessons")[game] ?? 0;
export const keepLearned = (game, steps) => keep("quincunx lessons", game, steps);
export const dailyRun = () => kept("quincunx puzzles").run;
export const keepDailyRun = (run) => keep("quincunx puzzles", "run", run);
