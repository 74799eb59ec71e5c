// Helpers to build the page. Text is always text: nothing is ever parsed as HTML.

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

/** Announces a text to screen readers. */
export function announce(text) {
  const region = document.getElementById("announcements");
  region.append(el("p", {}, text));
  while (region.children.length > 3) region.firstChild.remove();
}

/** Returns whether the text could be copied: some browsers and settings do not allow it. */
export async function copy(text, name) {
  const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false) ?? false;
  announce(copied ? `${name} copied.` : `${name} could not be copied: select the text and copy it.`);
  return copied;
}

/** A button that copies what `text()` returns, and shows whether that worked. */
export function copyButton(label, text, name, options = {}) {
  const control = button(label, async () => {
    control.style.minWidth = `${control.offsetWidth}px`;
    control.textContent = await copy(text(), name) ? "Copied" : "Not copied";
    setTimeout(() => { control.textContent = label; }, 2000);
  }, options);
  return control;
}

/** A button that opens the device's share sheet, where there is one. */
export const shareButton = (content, options) => (navigator.share
  ? button("Share", () => navigator.share(content()).catch(() => {}), options) : null);

/** Wraps an async function so that calls during a call are ignored; `onError(error)` gets its failure. */
export function once(action, onError) {
  let busy = false;
  return async (...args) => {
    if (busy) return;
    busy = true;
    await action(...args).catch(onError);
    busy = false;
  };
}

export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
