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

async function show() {
  leave?.();
  leave = null;
  const { pathname, search } = location;
  for (const item of document.querySelectorAll("nav a")) {
    if (item.getAttribute("href") === pathname) item.setAttribute("aria-current", "page");
    else item.removeAttribute("aria-current");
  }
  const [pattern, file] = PAGES.find(([each]) => each.test(pathname)) ?? PAGES[0];
  const words = (pattern.exec(pathname) ?? []).slice(1).map(decodeURIComponent);
  try {
    const page = await import(file);
    leave = await page.show(main, words, new URLSearchParams(search));
  } catch (error) {
    failed(error);
  }
}

/** Shows a refusal where the page would be. */
function failed(error) {
  document.title = "Quincunx";
  main.replaceChildren(el("h1", {}, "Not here"), el("p", {}, error.message), el("p", {}, el("a", { href: "/" }, "To the games")));
  announce(error.message);
}

/** Goes to another page without loading everything again. */
export function go(address) {
  history.pushState(null, "", address);
  show();
  main.focus({ preventScroll: true });
  scrollTo(0, 0);
}

document.addEventListener("click", (event) => {
  const to = event.target.closest("a[href]");
  const plain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) && event.button === 0;
  if (!to || !plain || to.target || to.download || to.origin !== location.origin) return;
  if (to.pathname === location.pathname && to.hash) return;
  event.preventDefault();
  go(to.pathname + to.search);
});
addEventListener("popstate", show);
show();
