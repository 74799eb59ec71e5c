// How people get a seat: by an invitation, or by a link from another device of theirs.

import * as api from "./api.js";
import { thumbnail } from "./board.js";
import { button, copyButton, el, link, once, shareButton } from "./dom.js";
import { playerName, savePlayerName, seatsOf } from "./storage.js";
import { emblem } from "./theme.js";

export const SEAT_MOVED = "Your seat is on another device now: you are watching.";
const field = (label, address) => el("label", {}, label,
  el("input", { readonly: true, value: address, onfocus: (event) => event.target.select() }));

/** The link to send to a friend. */
export function inviteLink({ id, title }) {
  const address = `${location.origin}/game/${id}`;
  const share = shareButton(() => ({ title: `A game of ${title}`, url: address }), { class: "main" });
  return [field("Send this link to your friend", address), el("p", { class: "buttons" }, share,
    copyButton("Copy the link", () => address, "Link", { class: share ? null : "main" }))];
}

/** Asks whether to play or to watch, then calls `onDone(notice)`. */
export async function showInvitation(main, state, seat, notice, onDone) {
  const other = seat === "x" ? "o" : "x";
  const game = (await api.catalogue()).games.find(({ id }) => id === state.game);
  const problem = el("p", { class: "problem", role: "alert" }, notice);
  const name = el("input", { name: "name", maxlength: 40, autocomplete: "nickname", value: playerName() });
  const proceed = once(async (plays) => {
    savePlayerName(name.value);
    if (plays) await api.takeSeat(state.id, seat);
    await onDone(plays && !seatsOf(state.id)[seat] ? "Somebody else has taken the seat: you are watching." : "");
  }, (error) => { problem.textContent = error.message; });
  main.replaceChildren(
    el("div", { class: "titled" }, emblem(game), el("h1", {}, `${state.players[other].name || "A friend"} invites you to ${state.title}`)),
    el("p", { class: "lead" }, game.summary),
    el("div", { class: "sides invitation" },
      thumbnail(state).view,
      el("form", { class: "panel", onsubmit: (event) => { event.preventDefault(); proceed(true); } },
        el("p", {}, `You would play ${seat.toUpperCase()}. `, state.to_move === seat.toUpperCase() ? "The next move is yours." : "The next move is the other player's."),
        el("label", {}, "Your name", name),
        el("p", { class: "buttons" }, el("button", { type: "submit", class: "main" }, "Play"), button("Watch", () => proceed(false))),
        problem, link("The rules", `/rules/${state.game}`, { class: "quiet" }))));
}

/** Shows a link that opens these seats on another device, once. The tokens are in the fragment, which
 * browsers do not send, so they are in no log. */
export function moveSeatButton(page) {
  const view = el("div", { class: "invite" });
  view.append(button("Move my seat to another device", () => {
    const address = `${location.origin}/game/${page.id}#seat=${Object.entries(page.seats).map((each) => each.join(".")).join()}`;
    view.replaceChildren(field("Open this link on the other device", address),
      el("p", { class: "quiet" }, "Your seat moves there, and you watch here. Anybody with the link can take your seat: do not share it."),
      el("p", { class: "buttons" }, copyButton("Copy the link", () => address, "Link"), shareButton(() => ({ url: address }))));
    view.querySelector("input").focus();
  }));
  return view;
}

/** The seats of such a link, removed from the address at once; null for another link. */
export function seatsFromLink() {
  if (!location.hash.startsWith("#seat=")) return null;
  const matches = [...location.hash.matchAll(/([xo])\.([\w-]{22,64})(?![\w-])/g)];
  history.replaceState(history.state, "", location.pathname);
  return matches.map(([, seat, from]) => ({ seat, from }));
}

/** Whether the seats are on this device now, as a sentence. */
export function seatNotice(id, seats) {
  const sides = seats.filter(({ seat }) => seatsOf(id)[seat]).map(({ seat }) => seat.toUpperCase());
  return sides.length ? `Your seat is on this device now: you play ${sides.join(" and ")}.`
    : "That link opens no seat of this game: ask for it again on the device that has the seat.";
}
