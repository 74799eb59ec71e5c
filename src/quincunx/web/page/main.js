// The router. Each page is a module with `show(container, words, query)`, which may return a clean-up.

import { hrefOf, inTab, pathOf } from "./address.js";
import * as api from "./api.js";
import { announce, button, el, link } from "./dom.js";
import { RequestError, SERVER_UNREACHABLE } from "./errors.js";
import { saveGame, saveSeats, savedGame } from "./storage.js";
import { applyHue } from "./theme.js";

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
  [/^\/kept$/, inTab ? "./saved_games.js" : null],
];

const main = document.getElementById("main");
let cleanUp = null;
let latest = 0;
let ready = false; // The page is complete, so its scroll position is worth saving.
const scrollKey = () => `quincunx scroll ${history.state?.entry ?? ""}`;

const pageOf = (path) => PAGES.find(([each]) => each.test(path)) ?? [];

/** Shows the page of the current address. Each page has its own container, which is in the document only
 * while the page is shown: late answers change nothing. */
async function show() {
  const number = (latest += 1);
  cleanUp?.();
  cleanUp = null;
  ready = false;
  api.leave();
  const { pathname, search } = new URL(pathOf(), location.origin);
  const query = new URLSearchParams(search);
  for (const item of document.querySelectorAll("nav a")) {
    if (item.getAttribute("href") === hrefOf(pathname)) item.setAttribute("aria-current", "page");
    else item.removeAttribute("aria-current");
  }
  const container = el("div");
  main.replaceChildren(container);
  try {
    const [pattern, file] = pageOf(pathname);
    if (!file) throw new Error("There is no page at this address.");
    const words = pattern.exec(pathname).slice(1).filter(Boolean).map(decodeURIComponent);
    const game = pathname === "/review" ? null : words[0] ?? query.get("game");
    applyHue(document.body, pathname.startsWith("/game/") ? savedGame(game).game : game);
    const page = await import(file).catch(() => { throw new RequestError(0, SERVER_UNREACHABLE); });
    if (number !== latest) return;
    const pageCleanUp = await page.show(container, words, query);
    if (number !== latest) return pageCleanUp?.();
    cleanUp = pageCleanUp;
    ready = true;
    scrollTo(0, sessionStorage.getItem(scrollKey()) ?? 0);
  } catch (error) {
    if (number === latest) showError(error);
  }
}

/** Shows an error in place of the page. */
function showError(error) {
  main.replaceChildren(el("h1", {}, error.status === 0 ? "No connection" : "This page cannot be shown"), el("p", {}, error.message),
    el("p", { class: "buttons" }, button("Try again", () => location.reload()), link("To the games", "/", { class: "button" })));
  announce(error.message);
}

/** Goes to another page without a reload. */
export function navigate(address, state = null) {
  history.pushState({ ...state, entry: crypto.randomUUID?.() ?? Math.random() }, "", hrefOf(address));
  show();
  main.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** Creates a game, saves its seats and what else to remember of it, and opens its page. */
export async function startGame(container, values, summary = null, state = null) {
  const { id, seats } = await api.create(values);
  saveSeats(id, seats);
  if (summary) saveGame(id, summary);
  if (container.isConnected) navigate(`/game/${id}`, state);
}

/** Loads the target of a link when somebody is about to follow it. */
function preload(event) {
  const anchor = event.target.closest?.("a[href]");
  const [, file] = anchor?.origin === location.origin ? pageOf(pathOf(anchor).replace(/\?.*/, "")) : [];
  if (file) import(file).catch(() => {});
}

document.addEventListener("click", (event) => {
  const anchor = event.target.closest("a[href]");
  const unmodified = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) && event.button === 0;
  if (!anchor || !unmodified || event.defaultPrevented || anchor.target || anchor.download || anchor.origin !== location.origin) return;
  event.preventDefault();
  if (anchor.hash && !anchor.hash.startsWith("#/")) return main.focus();
  navigate(pathOf(anchor));
});
for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, preload);
addEventListener("popstate", show);
history.scrollRestoration = "manual"; // The page must be complete before it can be scrolled.
addEventListener("scroll", () => ready && sessionStorage.setItem(scrollKey(), scrollY), { passive: true });
new MutationObserver(() => {
  const title = pathOf() !== "/" && main.querySelector("h1")?.textContent;
  const turn = main.querySelector("[data-turn]") ? "-turn" : "";
  document.title = `${turn && "Your turn · "}${title ? `${title} · ` : ""}Quincunx`;
  const icon = document.querySelector("link[rel=icon]");
  if (!icon.href.endsWith(`icon${turn}.svg`)) icon.href = new URL(`icon${turn}.svg`, import.meta.url).href;
}).observe(main, { childList: true, subtree: true });
show();
