// Finds the page that an address means. Each page is a module with `show(main, path, query)`.

import { announce, el } from "./dom.js";

const PAGES = [
  [/^\/$/, "./start.js"],
  [/^\/new\/([^/]+)$/, "./new.js"],
  [/^\/game\/([^/]+)$/, "./game.js"],
  [/^\/board$/, "./study.js"],
  [/^\/review$/, "./review.js"],
  [/^\/puzzle$/, "./puzzle.js"],
  [/^\/rules\/([^/]+)$/, "./rules.js"],
  [/^\/solutions$/, "./solutions.js"],
];

const main = document.getElementById("main");
let leave = null;
let newest = 0;

/** Shows the page of the present address. Each page has an element of its own, so that one whose
 * data comes late cannot write over another. */
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
  try {
    const [pattern, file] = PAGES.find(([each]) => each.test(pathname)) ?? [];
    if (!file) throw new Error("There is no page at this address.");
    const words = pattern.exec(pathname).slice(1).map(decodeURIComponent);
    const page = await import(file);
    if (number !== newest) return;
    main.replaceChildren(stage);
    const left = await page.show(stage, words, new URLSearchParams(search));
    if (number === newest) leave = left;
    else left?.();
  } catch (error) {
    if (number === newest) failed(error);
  }
}

/** Shows a refusal where the page would be. */
function failed(error) {
  document.title = "Quincunx";
  main.replaceChildren(el("h1", {}, "Not here"), el("p", {}, error.message), el("p", {}, el("a", { href: "/" }, "To the games")));
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
  if (to.pathname === location.pathname && to.hash) return;
  event.preventDefault();
  go(to.pathname + to.search);
});
addEventListener("popstate", show);
show();
