// Makes the site available offline, and offers its next version.

import { button } from "./dom.js";

let isRegistered = false;

export async function registerServiceWorker() {
  const container = navigator.serviceWorker;
  if (!container || isRegistered) return;
  isRegistered = true;
  const { controller } = container;
  container.addEventListener("controllerchange", () => controller && location.reload()); // In every tab, so that two versions never run at once.
  const offer = (worker) => document.body.append(
    button("A new version is available: reload", () => worker.postMessage("now"), { class: "main update" }));
  const registered = await container.register("service_worker.js").catch(() => null);
  if (registered?.waiting && controller) offer(registered.waiting);
  registered?.addEventListener("updatefound", () => {
    const worker = registered.installing;
    worker.addEventListener("statechange", () => { if (worker.state === "installed" && controller) offer(worker); });
  });
}
