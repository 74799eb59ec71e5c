// The IndexedDB store of games, where there is no server: {id, setup, events, seats, outcome, seen}.

import { RequestError } from "./errors.js";

const NO_STORAGE = "This browser stores no games: allow this site to store data, or leave the private window.";
let connection = null;

function open() {
  return (connection ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("quincunx", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("games", { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  }).catch(() => { connection = null; throw new RequestError(500, NO_STORAGE); }));
}

/** Runs `use(store)` in a transaction and returns the result of its request once all is written. */
async function inStore(mode, use) {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction("games", mode, { durability: "strict" });
    const pendingRequest = use(transaction.objectStore("games"));
    transaction.oncomplete = () => resolve(pendingRequest?.result);
    transaction.onabort = () => reject(new RequestError(500, "This browser could not store the move: it may be out of space."));
  });
}

export const allGames = () => inStore("readonly", (store) => store.getAll());
export const readGame = (id) => inStore("readonly", (store) => store.get(id));
export const removeGame = (id) => inStore("readwrite", (store) => store.delete(id));

/** Adds new games; existing ones stay as they are. */
export const addGames = (games) => inStore("readwrite", (store) => {
  for (const each of games) {
    store.add({ ...each, seen: Date.now() }).onerror = (event) => { event.preventDefault(); event.stopPropagation(); };
  }
});

/** Appends events to a game as it was read, and adds the games that they open; returns false if another
 * tab was faster. */
export async function appendEvents(before, events, outcome, games) {
  let added = true;
  await inStore("readwrite", (store) => {
    store.get(before.id).onsuccess = ({ target: { result: now } }) => {
      added = now?.events.length === before.events.length;
      if (!added) return;
      store.put({ ...now, events: [...now.events, ...events], outcome, seen: Date.now() });
      for (const each of games) store.put({ ...each, seen: Date.now() });
    };
  });
  return added;
}
