// The service worker of the site without a server: after the first visit everything is cached. The cache is
// of one version; the next one waits until it is requested, or until all tabs are closed.

const { version, files } = self.QUINCUNX; // eslint-disable-line no-restricted-globals -- a worker has no window
const NAME = `quincunx ${version}`;

/** Caches everything or nothing: a file with a wrong checksum fails. */
async function fillCache() {
  const cache = await caches.open(NAME);
  await Promise.all(Object.entries(files).map(async ([file, integrity]) => {
    const cached = file !== "index.html" && await caches.match(file);
    await cache.put(file, cached || await fetch(new Request(file, { integrity, cache: "no-cache" })));
  }));
}

async function deleteOldCaches() {
  for (const name of await caches.keys()) {
    if (name.startsWith("quincunx ") && name !== NAME) await caches.delete(name);
  }
  await clients.claim();
}

async function answer(request) {
  const cache = await caches.open(NAME);
  return await cache.match(request.mode === "navigate" ? "index.html" : request) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(fillCache()));
addEventListener("activate", (event) => event.waitUntil(deleteOldCaches()));
addEventListener("message", () => skipWaiting());
addEventListener("fetch", (event) => { if (event.request.method === "GET") event.respondWith(answer(event.request)); });
