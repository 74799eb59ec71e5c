// How a seat comes to somebody: by an invitation, or by a link from another device of theirs.

import * as api from "./api.js";
import { small } from "./board.js";
import { button, copier, el, link, once, sharer } from "./dom.js";
import { keepName, myName, seatsOf } from "./keeping.js";
import { sign } from "./signs.js";

export const MOVED = "Your seat is on another device now: you are watching.";
const field = (label, address) => el("label", {}, label,
  el("input", { readonly: true, value: address, onfocus: (event) => event.target.select() }));

/** What whoever invites sends to the friend. */
export function inviting({ id, title }) {
  const address = `${location.origin}/game/${id}`;
  const share = sharer(() => ({ title: `A game of ${title}`, url: address }), { class: "main" });
  return [field("Send this link to your friend", address), el("p", { class: "buttons" }, share,
    copier("Copy the link", () => address, "Link", { class: share ? null : "main" }))];
}

/** Who is invited says whether to play or to watch; `then(words)` goes on, with what there is to tell. */
export async function invitation(main, state, seat, told, then) {
  const other = seat === "x" ? "o" : "x";
  const game = (await api.catalogue()).games.find(({ id }) => id === state.game);
  const problem = el("p", { class: "problem", role: "alert" }, told);
  const name = el("input", { name: "name", maxlength: 40, autocomplete: "nickname", value: myName() });
  const goOn = once(async (sits) => {
    keepName(name.value);
    if (sits) await api.takeSeat(state.id, seat);
    await then(sits && !seatsOf(state.id)[seat] ? "Somebody else has taken the seat: you are watching." : "");
  }, (error) => { problem.textContent = error.message; });
  main.replaceChildren(
    el("div", { class: "titled" }, sign(game), el("h1", {}, `${state.players[other].name || "A friend"} invites you to ${state.title}`)),
    el("p", { class: "lead" }, game.summary),
    el("div", { class: "sides invitation" },
      small(state).view,
      el("form", { class: "panel", onsubmit: (event) => { event.preventDefault(); goOn(true); } },
        el("p", {}, `You would play ${seat.toUpperCase()}. `, state.to_move === seat.toUpperCase() ? "The next move is yours." : "The next move is the other player's."),
        el("label", {}, "Your name", name),
        el("p", { class: "buttons" }, el("button", { type: "submit", class: "main" }, "Play"), button("Watch", () => goOn(false))),
        problem, link("The rules", `/rules/${state.game}`, { class: "quiet" }))));
}

/** Gives the link that opens these seats elsewhere, once. The secrets stand behind the #, which no
 * browser sends: no server and no log gets to see them. */
export function seatLink(page) {
  const place = el("div", { class: "invite" });
  place.append(button("Move my seat to another device", () => {
    const address = `${location.origin}/game/${page.id}#seat=${Object.entries(page.seats).map((each) => each.join(".")).join()}`;
    place.replaceChildren(field("Open this link on the other device", address),
      el("p", { class: "quiet" }, "Your seat moves there, and you watch here. Whoever has the link can take your seat: show it to nobody."),
      el("p", { class: "buttons" }, copier("Copy the link", () => address, "Link"), sharer(() => ({ url: address }))));
    place.querySelector("input").focus();
  }));
  return place;
}

/** The seats that such a link brings, taken out of the address at once; null if it is another. */
export function brought() {
  if (!location.hash.startsWith("#seat=")) return null;
  const found = [...location.hash.matchAll(/([xo])\.([\w-]{22,64})(?![\w-])/g)];
  history.replaceState(history.state, "", location.pathname);
  return found.map(([, seat, from]) => ({ seat, from }));
}

/** Says whether they are here now. */
export function seatWords(id, seats) {
  const held = seats.filter(({ seat }) => seatsOf(id)[seat]).map(({ seat }) => seat.toUpperCase());
  return held.length ? `Your seat is on this device now: you play ${held.join(" and ")}.`
    : "That link opens no seat of this game: ask for it again on the device that has the seat.";
}
