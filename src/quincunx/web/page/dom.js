// Small helpers to build the page. Text is always text: nothing is ever parsed as HTML.

import { hrefOf } from "./address.js";

const SVG = "http://www.w3.org/2000/svg";

/** An element: `el("p", {class: "note", onclick}, "text", child, ...)`. */
export const el = (name, options = {}, ...children) => fill(document.createElement(name), options, children);
export const svg = (name, options = {}, ...children) => fill(document.createElementNS(SVG, name), options, children);

function fill(element, options, children) {
  for (const [key, value] of Object.entries(options)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

export const button = (label, onclick, options = {}) => el("button", { type: "button", onclick, ...options }, label);
export const link = (label, href, options = {}) => el("a", { href: hrefOf(href), ...options }, label);

/** Says something to those who listen instead of looking. */
export function announce(text) {
  const said = document.getElementById("said");
  said.append(el("p", {}, text));
  while (said.children.length > 3) said.firstChild.remove();
}

/** Whether it could: some browsers and settings do not allow it. */
export async function copy(text, what) {
  const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false) ?? false;
  announce(copied ? `${what} copied.` : `${what} could not be copied: select the text and copy it.`);
  return copied;
}

/** A button that copies what `text()` gives, and says on itself whether it did. */
export function copier(label, text, what, options = {}) {
  const made = button(label, async () => {
    made.style.minWidth = `${made.offsetWidth}px`;
    made.textContent = await copy(text(), what) ? "Copied" : "Not copied";
    setTimeout(() => { made.textContent = label; }, 2000);
  }, options);
  return made;
}

/** Hands something to the device's own list of ways to send it, where there is one. */
export const sharer = (what, options) => (navigator.share
  ? button("Share", () => navigator.share(what()).catch(() => {}), options) : null);

/** `what` as something that is not done again while it is under way; `refused(error)` hears why it failed. */
export function once(what, refused) {
  let busy = false;
  return async (...given) => {
    if (busy) return;
    busy = true;
    await what(...given).catch(refused);
    busy = false;
  };
}

export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
