// Finds the page that an address means. Each page is a module with `show(main, path, query)`.

import { UNREACHED } from "./refused.js";
import { announce, button, el, link } from "./dom.js";

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
];

const main = document.getElementById("main");
let leave = null;
let newest = 0;

/** Shows the page of the present address. Each page has an element of its own, in the document for
 * as long as the page is shown: what comes later changes nothing. */
async function show() {
  const number = (newest += 1);
  leave?.();
  leave = null;
  const { pathname, search } = location;
  for (const item of document.querySelectorAll("nav a")) {
    if (item.getAttribute("href") === pathname) item.setAttribute("aria-current", "page");
    else item.removeAttribute("aria-current");
  }
  const stage = el("div");
  main.replaceChildren(stage);
  try {
    const [pattern, file] = PAGES.find(([each]) => each.test(pathname)) ?? [];
    if (!file) throw new Error("There is no page at this address.");
    const words = pattern.exec(pathname).slice(1).filter(Boolean).map(decodeURIComponent);
    const page = await import(file).catch(() => { throw new Error(UNREACHED); });
    if (number !== newest) return;
    const left = await page.show(stage, words, new URLSearchParams(search));
    if (number === newest) leave = left;
    else left?.();
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
  history.pushState(state, "", address);
  show();
  main.focus({ preventScroll: true });
  scrollTo(0, 0);
}

document.addEventListener("click", (event) => {
  const to = event.target.closest("a[href]");
  const plain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) && event.button === 0;
  if (!to || !plain || event.defaultPrevented || to.target || to.download || to.origin !== location.origin) return;
  event.preventDefault();
  if (to.hash) return main.focus();
  go(to.pathname + to.search);
});
addEventListener("popstate", show);
new MutationObserver(() => {
  const title = location.pathname !== "/" && main.querySelector("h1")?.textContent;
  const turn = main.querySelector("[data-turn]") ? "-turn" : "";
  document.title = `${turn && "Your turn · "}${title ? `${title} · ` : ""}Quincunx`;
  const icon = document.querySelector("link[rel=icon]");
  if (!icon.href.endsWith(`icon${turn}.svg`)) icon.href = new URL(`icon${turn}.svg`, import.meta.url).href;
}).observe(main, { childList: true, subtree: true });
show();
