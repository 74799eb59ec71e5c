// Keeps the site for when there is no connection, and offers its next version.

import { button } from "./dom.js";

let asked = false;

export async function keepSite() {
  const workers = navigator.serviceWorker;
  if (!workers || asked) return;
  asked = true;
  const had = workers.controller;
  workers.addEventListener("controllerchange", () => had && location.reload()); // In every tab: no two versions at once.
  const offer = (worker) => document.body.append(
    button("A new version is there: reload", () => worker.postMessage("now"), { class: "main newer" }));
  const registered = await workers.register("service_worker.js").catch(() => null);
  if (registered?.waiting && had) offer(registered.waiting);
  registered?.addEventListener("updatefound", () => {
    const worker = registered.installing;
    worker.addEventListener("statechange", () => { if (worker.state === "installed" && had) offer(worker); });
  });
}
