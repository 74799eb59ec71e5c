// What this browser keeps: the secrets of its seats, by game, and the name that its person goes by.

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
