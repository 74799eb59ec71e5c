// The service worker of the site that needs no server: after the first visit everything is here. What
// it holds is of one version; the next one waits until it is asked for, or until all tabs are closed.

const { version, files } = self.QUINCUNX; // eslint-disable-line no-restricted-globals -- a worker has no window
const NAME = `quincunx ${version}`;

/** Everything or nothing: a file that is not what it was made to be ends it. */
async function fill() {
  const cache = await caches.open(NAME);
  await Promise.all(Object.entries(files).map(async ([file, integrity]) => {
    const had = file !== "index.html" && await caches.match(file);
    await cache.put(file, had || await fetch(new Request(file, { integrity, cache: "no-cache" })));
  }));
}

async function forgetOthers() {
  for (const name of await caches.keys()) {
    if (name.startsWith("quincunx ") && name !== NAME) await caches.delete(name);
  }
  await clients.claim();
}

async function answer(request) {
  const cache = await caches.open(NAME);
  return await cache.match(request.mode === "navigate" ? "index.html" : request) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("message", () => skipWaiting());
addEventListener("fetch", (event) => { if (event.request.method === "GET") event.respondWith(answer(event.request)); });
