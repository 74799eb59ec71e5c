// How the page asks the server, and what it keeps of its seats.

import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import * as api from "../../src/quincunx/web/page/api.js";
import * as storage from "../../src/quincunx/web/page/storage.js";
import { RequestError, SERVER_UNREACHABLE } from "../../src/quincunx/web/page/errors.js";
import { set, setDocument, setServer, setStorage } from "./fake_browser.js";

/** Waits are over at once; returns how long they would have been. */
function hurry(t) {
  const waits = [];
  t.mock.method(globalThis, "setTimeout", (resume, pause) => {
    waits.push(pause);
    queueMicrotask(resume);
  });
  return waits;
}

describe("a question", () => {
  test("leaves out what is not given, and quotes the rest", async () => {
    const requests = setServer([200, { position: "found" }]);
    const found = await api.start({ game: "swap-nine", position: "X/- O&+", size: undefined, move: null, seed: 0 });
    assert.deepEqual(found, { position: "found" });
    const { pathname, searchParams } = new URL(requests[0].path, "http://server");
    assert.equal(pathname, "/api/position");
    assert.deepEqual(Object.fromEntries(searchParams), { game: "swap-nine", position: "X/- O&+", seed: "0" });
    assert.equal(requests[0].method, "GET");
    assert.deepEqual(requests[0].headers, {});
  });

  test("cannot leave its place in the address", async () => {
    const requests = setServer([200, {}]);
    await api.state("../a?b#c");
    assert.equal(requests[0].path, "/api/games/..%2Fa%3Fb%23c");
  });

  test("text is taken as text", async () => {
    setServer([200, '[Game "swap-nine"]']);
    assert.equal(await api.record("one"), '[Game "swap-nine"]');
  });

  test("a refusal brings its sentence and status", async () => {
    setServer([422, { detail: "There is no cell 12." }]);
    await assert.rejects(api.move("one", "12", 0, "secret"), (error) =>
      error instanceof RequestError && error.status === 422 && error.message === "There is no cell 12.");
  });

  test("a refusal that says nothing is told as a server that is away", async () => {
    setServer([500, "<h1>Internal Server Error</h1>"]);
    await assert.rejects(api.create({}), { status: 500, message: SERVER_UNREACHABLE });
  });

  test("what never changes is asked once", async () => {
    const requests = setServer([200, { rules: "these" }]);
    const [one, two] = await Promise.all([api.rules("once"), api.rules("once")]);
    assert.equal(one, two);
    assert.equal(await api.rules("once"), one);
    assert.equal(requests.length, 1);
  });

  test("but is asked again if the answer was a refusal", async () => {
    setServer([404, { detail: "There is no such game." }], [200, { rules: "these" }]);
    await assert.rejects(api.rules("later"), { status: 404 });
    assert.deepEqual(await api.rules("later"), { rules: "these" });
  });
});

describe("while the server is away", () => {
  test("a move is sent again, the same, with the seat's token", async (t) => {
    const waits = hurry(t);
    const requests = setServer("cut", [503, "starting"], [200, { ply: 1 }]);
    assert.deepEqual(await api.move("one", "2x5", 4, "secret"), { ply: 1 });
    assert.deepEqual(waits, [1000, 1000]);
    assert.equal(requests.length, 3);
    for (const request of requests) {
      assert.deepEqual(request, {
        method: "POST", path: "/api/games/one/moves", body: { move: "2x5", ply: 4 },
        headers: { "Content-Type": "application/json", Authorization: "Bearer secret" },
      });
    }
  });

  test("it is given up after a while", async (t) => {
    hurry(t);
    const requests = setServer(...Array(6).fill("cut"));
    await assert.rejects(api.state("one"), { status: 0, message: SERVER_UNREACHABLE });
    assert.equal(requests.length, 6);
  });

  test("a move is sent for as long as it takes", async (t) => {
    hurry(t);
    const requests = setServer(...Array(40).fill("cut"), [200, { ply: 1 }]);
    assert.deepEqual(await api.move("one", "5", 0, "secret", () => Promise.resolve(true)), { ply: 1 });
    assert.equal(requests.length, 41);
  });

  test("a move is not sent again when it is no longer meant", async (t) => {
    hurry(t);
    const requests = setServer("cut");
    assert.equal(await api.move("one", "5", 0, "secret", () => Promise.resolve(false)), null);
    assert.equal(requests.length, 1);
  });

  test("a refusal is not asked again", async (t) => {
    hurry(t);
    const requests = setServer([409, { detail: "The game is over." }]);
    await assert.rejects(api.move("one", "5", 0, "secret"), { status: 409 });
    assert.equal(requests.length, 1);
  });

  test("what must not be done twice, and what makes the server think, is asked once", async (t) => {
    hurry(t);
    const asked = [
      () => api.create({ game: "swap-nine" }), () => api.resign("one", "secret"), () => api.offer("one", "undo", "secret"),
      () => api.answerOffer("one", 3, true, "secret"), () => api.review("record"), () => api.analysis("swap-nine", "away"),
      () => api.puzzle({ game: "swap-nine", seed: 1 }),
    ];
    for (const ask of asked) {
      const requests = setServer("cut");
      await assert.rejects(ask(), { status: 0 });
      assert.equal(requests.length, 1, String(ask));
    }
  });
});

describe("what is kept", () => {
  let held;
  beforeEach(() => { held = setStorage(); });

  test("seats, by game", () => {
    assert.deepEqual(storage.seatsOf("one"), {});
    storage.saveSeats("one", { x: "secret" });
    storage.saveSeats("two", { o: "other" });
    assert.deepEqual(storage.seatsOf("one"), { x: "secret" });
    assert.deepEqual(storage.seatsOf("two"), { o: "other" });
  });

  test("the newest two hundred and one, an old one that is kept again among them", () => {
    for (let i = 0; i < 201; i += 1) storage.saveSeats(`game ${i}`, { x: `secret ${i}` });
    storage.saveSeats("game 0", { x: "again" });
    storage.saveSeats("new", { o: "new" });
    assert.deepEqual(storage.seatsOf("game 0"), { x: "again" });
    assert.deepEqual(storage.seatsOf("game 1"), {});
    assert.deepEqual(storage.seatsOf("game 2"), { x: "secret 2" });
    assert.equal(Object.keys(JSON.parse(held.get("quincunx seats"))).length, 201);
  });

  test("what somebody else wrote there harms nothing", () => {
    for (const text of ["{", "null", ""]) {
      held.set("quincunx seats", text);
      assert.deepEqual(storage.seatsOf("one"), {});
    }
    storage.saveSeats("one", { x: "secret" });
    assert.deepEqual(storage.seatsOf("one"), { x: "secret" });
  });

  test("a name", () => {
    assert.equal(storage.playerName(), "");
    storage.savePlayerName("Ann");
    assert.equal(storage.playerName(), "Ann");
  });
});

describe("taking a seat", () => {
  beforeEach(setStorage);

  test("sends a secret that is kept with the seat", async () => {
    storage.savePlayerName("Ann");
    const requests = setServer([201, {}]);
    await api.takeSeat("one", "o");
    const [{ path, body: { name, token } }] = requests;
    assert.equal(path, "/api/games/one/seats/o");
    assert.equal(name, "Ann");
    assert.match(token, /^[A-Za-z0-9_-]{22}$/);
    assert.deepEqual(storage.seatsOf("one"), { o: token });
    assert.equal(storage.pendingSeat("one")?.seat, undefined);
  });

  test("asks with the same secret again if the answer was lost", async (t) => {
    hurry(t);
    const lost = setServer(...Array(6).fill("cut"));
    await assert.rejects(api.takeSeat("one", "x"), { status: 0 });
    assert.equal(storage.pendingSeat("one")?.seat, "x");
    assert.deepEqual(storage.seatsOf("one"), {});
    const again = setServer([201, {}]);
    await api.takeSeat("one", "x");
    assert.equal(again[0].body.token, lost[0].body.token);
    assert.deepEqual(storage.seatsOf("one"), { x: lost[0].body.token });
    assert.equal(storage.pendingSeat("one")?.seat, undefined);
  });

  test("forgets the secret when somebody else has the seat", async () => {
    setServer([409, { detail: "This seat is taken." }]);
    await api.takeSeat("one", "x");
    assert.deepEqual(storage.seatsOf("one"), {});
    assert.equal(storage.pendingSeat("one")?.seat, undefined);
  });

  test("keeps the other seat that is had already", async () => {
    storage.saveSeats("one", { x: "secret" });
    setServer([201, {}]);
    await api.takeSeat("one", "o");
    assert.equal(storage.seatsOf("one").x, "secret");
    assert.ok(storage.seatsOf("one").o);
  });

  test("each time with another secret", async () => {
    const requests = setServer([201, {}], [201, {}]);
    await api.takeSeat("one", "x");
    await api.takeSeat("two", "x");
    assert.notEqual(requests[0].body.token, requests[1].body.token);
  });
});

describe("watching a game", () => {
  let opened;
  beforeEach(() => {
    setDocument();
    opened = [];
    set("EventSource", class extends EventTarget {
      static CLOSED = 2;
      readyState = 1;
      constructor(path) {
        super();
        this.path = path;
        opened.push(this);
      }
      close() { this.readyState = 2; }
      tell(kind, data) { this.dispatchEvent(Object.assign(new Event(kind), { data: JSON.stringify(data) })); }
    });
  });
  const hide = (hidden) => {
    document.hidden = hidden;
    document.dispatchEvent(new Event("visibilitychange"));
  };

  test("tells every kind of event until it is left", () => {
    const told = [];
    const leave = api.watch("one", (state) => told.push(state.event), () => {});
    const kinds = ["message", "seat", "move", "undo", "offer", "decline", "resign", "end"];
    kinds.forEach((kind, i) => opened[0].tell(kind, { event: i }));
    assert.deepEqual(told, kinds.map((_, i) => i));
    assert.equal(opened[0].path, "/api/games/one/events");
    leave();
    assert.equal(opened[0].readyState, EventSource.CLOSED);
    hide(false);
    assert.equal(opened.length, 1);
  });

  test("holds no connection while the page is hidden", () => {
    const leave = api.watch("one", () => {}, () => {});
    hide(true);
    assert.equal(opened[0].readyState, EventSource.CLOSED);
    assert.equal(opened.length, 1);
    hide(false);
    assert.equal(opened.length, 2);
    leave();
  });

  test("knows at once that the line is cut, and listens anew when it is back", () => {
    const cuts = [];
    const leave = api.watch("one", () => {}, (cut) => cuts.push(cut));
    globalThis.dispatchEvent(new Event("offline"));
    assert.deepEqual(cuts, [true]);
    set("navigator", { onLine: false });
    opened[0].dispatchEvent(new Event("open")); // It was on its way already.
    assert.deepEqual(cuts.splice(0), [true, true]);
    set("navigator", { onLine: true });
    globalThis.dispatchEvent(new Event("online"));
    assert.equal(opened.length, 2);
    assert.equal(opened[0].readyState, EventSource.CLOSED);
    leave();
    globalThis.dispatchEvent(new Event("offline"));
    globalThis.dispatchEvent(new Event("online"));
    assert.deepEqual([opened.length, cuts], [2, []]);
  });

  test("opens another after the browser gave up, and says so in between", (t) => {
    const later = [];
    t.mock.method(globalThis, "setTimeout", (then) => later.push(then));
    const cuts = [];
    const leave = api.watch("one", () => {}, (cut) => cuts.push(cut));
    opened[0].dispatchEvent(new Event("open"));
    opened[0].dispatchEvent(new Event("error")); // The browser tries again by itself.
    assert.deepEqual(later, []);
    opened[0].readyState = EventSource.CLOSED;
    opened[0].dispatchEvent(new Event("error"));
    assert.equal(opened.length, 1);
    later.pop()();
    assert.equal(opened.length, 2);
    opened[1].dispatchEvent(new Event("open"));
    assert.deepEqual(cuts, [false, true, true, false]);
    leave();
  });
});
