// Finds the page that an address means. Each page is a module with `show(main, path, query)`.

import { addressOf, hrefOf, inTab } from "./address.js";
import * as api from "./api.js";
import { UNREACHED } from "./refused.js";
import { announce, button, el, link } from "./dom.js";
import { gameOf, keepGame, keepSeats } from "./keeping.js";
import { wear } from "./signs.js";

const PAGES = [
  [/^\/$/, "./start.js"],
  [/^\/new\/([^/]+)$/, "./new.js"],
  [/^\/game\/([^/]+)$/, "./game.js"],
  [/^\/board$/, "./study.js"],
  [/^\/review$/, "./review.js"],
  [/^\/puzzle$/, "./puzzle.js"],
  [/^\/learn(?:\/([^/]+))?$/, "./learn.js"],
  [/^\/rules\/([^/]+)$/, "./rules.js"],
  [/^\/solutions$/, "./solutions.js"],
  [/^\/kept$/, inTab ? "./kept.js" : null],
];

const main = document.getElementById("main");
let leave = null;
let newest = 0;
let settled = false; // The page is shown, and where it is scrolled to is what somebody wants.
const key = () => `quincunx scroll ${history.state?.entry ?? ""}`;

const pageOf = (path) => PAGES.find(([each]) => each.test(path)) ?? [];

/** Shows the page of the present address. Each page has an element of its own, in the document for
 * as long as the page is shown: what comes later changes nothing. */
async function show() {
  const number = (newest += 1);
  leave?.();
  leave = null;
  settled = false;
  api.leave();
  const { pathname, search } = new URL(addressOf(), location.origin);
  const query = new URLSearchParams(search);
  for (const item of document.querySelectorAll("nav a")) {
    if (item.getAttribute("href") === hrefOf(pathname)) item.setAttribute("aria-current", "page");
    else item.removeAttribute("aria-current");
  }
  const stage = el("div");
  main.replaceChildren(stage);
  try {
    const [pattern, file] = pageOf(pathname);
    if (!file) throw new Error("There is no page at this address.");
    const words = pattern.exec(pathname).slice(1).filter(Boolean).map(decodeURIComponent);
    const told = pathname === "/review" ? null : words[0] ?? query.get("game");
    wear(document.body, pathname.startsWith("/game/") ? gameOf(told).game : told);
    const page = await import(file).catch(() => { throw new Error(UNREACHED); });
    if (number !== newest) return;
    const left = await page.show(stage, words, query);
    if (number !== newest) return left?.();
    leave = left;
    settled = true;
    scrollTo(0, sessionStorage.getItem(key()) ?? 0);
  } catch (error) {
    if (number === newest) failed(error);
  }
}

/** Shows a refusal where the page would be. */
function failed(error) {
  main.replaceChildren(el("h1", {}, "Not here"), el("p", {}, error.message),
    el("p", { class: "buttons" }, button("Try again", () => location.reload()), link("To the games", "/", { class: "button" })));
  announce(error.message);
}

/** Goes to another page without loading everything again. */
export function go(address, state = null) {
  history.pushState({ ...state, entry: crypto.randomUUID?.() ?? Math.random() }, "", hrefOf(address));
  show();
  main.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** Begins a game with seats of this browser, keeps what is to be known of it here, and goes there. */
export async function beginGame(stage, values, known = null, state = null) {
  const { id, seats } = await api.create(values);
  keepSeats(id, seats);
  if (known) keepGame(id, known);
  if (stage.isConnected) go(`/game/${id}`, state);
}

/** What a link leads to is loaded when somebody is about to follow it. */
function warm(event) {
  const to = event.target.closest?.("a[href]");
  const [, file] = to?.origin === location.origin ? pageOf(addressOf(to).replace(/\?.*/, "")) : [];
  if (file) import(file).catch(() => {});
}

document.addEventListener("click", (event) => {
  const to = event.target.closest("a[href]");
  const plain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) && event.button === 0;
  if (!to || !plain || event.defaultPrevented || to.target || to.download || to.origin !== location.origin) return;
  event.preventDefault();
  if (to.hash && !to.hash.startsWith("#/")) return main.focus();
  go(addressOf(to));
});
for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, warm);
addEventListener("popstate", show);
history.scrollRestoration = "manual"; // Where it was is there only once the page is.
addEventListener("scroll", () => settled && sessionStorage.setItem(key(), scrollY), { passive: true });
new MutationObserver(() => {
  const title = addressOf() !== "/" && main.querySelector("h1")?.textContent;
  const turn = main.querySelector("[data-turn]") ? "-turn" : "";
  document.title = `${turn && "Your turn · "}${title ? `${title} · ` : ""}Quincunx`;
  const icon = document.querySelector("link[rel=icon]");
  if (!icon.href.endsWith(`icon${turn}.svg`)) icon.href = new URL(`icon${turn}.svg`, import.meta.url).href;
}).observe(main, { childList: true, subtree: true });
show();
