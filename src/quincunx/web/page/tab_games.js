// The games that this browser keeps where there is no server: {id, setup, events, seats, outcome, seen}.

import { Refused } from "./refused.js";

const NOT_KEPT = "This browser keeps no games: allow this site to store data, or leave the private window.";
let opened = null;

function open() {
  return (opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("quincunx", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("games", { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  }).catch(() => { opened = null; throw new Refused(500, NOT_KEPT); }));
}

/** What `use(store)` asks for, when all of it is done. One tab after the other writes. */
async function inStore(mode, use) {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction("games", mode, { durability: "strict" });
    const asked = use(transaction.objectStore("games"));
    transaction.oncomplete = () => resolve(asked?.result);
    transaction.onabort = () => reject(new Refused(500, "This browser could not keep the move: it may be out of space."));
  });
}

export const all = () => inStore("readonly", (store) => store.getAll());
export const game = (id) => inStore("readonly", (store) => store.get(id));
export const forget = (id) => inStore("readwrite", (store) => store.delete(id));

/** Keeps games that begin; those that are there already stay as they are. */
export const begin = (games) => inStore("readwrite", (store) => {
  for (const each of games) {
    store.add({ ...each, seen: Date.now() }).onerror = (event) => { event.preventDefault(); event.stopPropagation(); };
  }
});

/** Adds what happened to the game as it was read, with the games that it opens; false if somebody else
 * was quicker. */
export async function append(before, events, outcome, games) {
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
