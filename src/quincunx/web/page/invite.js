// How a seat comes to somebody: by an invitation, or by a link from another device of theirs.

import { inTab } from "./address.js";
import * as api from "./api.js";
import { small } from "./board.js";
import { button, copier, el, link, sharer } from "./dom.js";
import { keepAsked, keepName, myName, seatsOf } from "./keeping.js";
import { sign } from "./signs.js";

const NEEDS_A_SERVER = "Another device finds a game on a server: start one with `quincunx serve` and play at the address that it prints.";
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
  let going = false;
  const goOn = async (sits) => {
    if (going) return;
    going = true;
    keepName(name.value);
    try {
      if (sits) await api.takeSeat(state.id, seat);
      await then(sits && !seatsOf(state.id)[seat] ? "Somebody else has taken the seat: you are watching." : "");
    } catch (error) {
      problem.textContent = error.message;
      going = false;
    }
  };
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
export function seatLink(id, seats) {
  const place = el("div", { class: "invite" });
  place.append(button("Move my seat to another device", () => {
    if (inTab) return place.replaceChildren(el("p", { role: "status" }, NEEDS_A_SERVER));
    const address = `${location.origin}/game/${id}#seat=${Object.entries(seats).map((each) => each.join(".")).join()}`;
    place.replaceChildren(field("Open this link on the other device", address),
      el("p", { class: "quiet" }, "Whoever has it has your seat: show it to nobody."),
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
  return found.map(([, seat, token]) => ({ seat, token }));
}

/** Sits down on them, and says so. A secret is kept before it is tried, and tried again after a cut. */
export async function takeOver({ id, players }, seats) {
  for (const { seat, token } of seats.filter((each) => players[each.seat].kind === "human")) {
    keepAsked(id, { seat, token });
    await api.takeSeat(id, seat);
  }
  const held = seats.filter(({ seat, token }) => seatsOf(id)[seat] === token).map(({ seat }) => seat.toUpperCase());
  return held.length ? `Your seat is on this device now: you play ${held.join(" and ")}.`
    : "That link opens no seat of this game: ask for it again on the device that has the seat.";
}
