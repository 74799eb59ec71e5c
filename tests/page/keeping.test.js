// The games and the past of `adaptive` that the browser keeps.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { adaptiveLevel, finished, gameOf, games, keepGame } from "../../src/quincunx/web/page/keeping.js";
import { setStorage } from "./stand_in.js";

const LEVELS = ["random", "beginner", "casual", "perfect"];
let held;
beforeEach(() => { held = setStorage(); });

test("games, the one last seen first, with all that was told of them", () => {
  keepGame("one", { adaptive: true });
  keepGame("two", { ply: 3 });
  keepGame("one", { ply: 1, over: false });
  assert.deepEqual(games(), [{ id: "one", adaptive: true, ply: 1, over: false }, { id: "two", ply: 3 }]);
  assert.deepEqual(gameOf("three"), {});
});

test("adaptive begins at casual, and stays within what can be played", () => {
  assert.equal(adaptiveLevel("swap-nine", LEVELS), "casual");
  finished("swap-nine", "casual", "lost");
  assert.equal(adaptiveLevel("swap-nine", LEVELS), "perfect");
  assert.equal(adaptiveLevel("swap-nine", LEVELS, LEVELS.slice(0, -1)), "casual");
  assert.equal(adaptiveLevel("grid-clash", LEVELS), "casual");
});

test("what cannot be read of it is passed over", () => {
  for (const each of [{ level: "wise", won: "lost" }, { level: "random", won: "perhaps" }, 5, {}]) {
    held.set("quincunx adaptive", JSON.stringify({ "swap-nine": each }));
    assert.equal(adaptiveLevel("swap-nine", LEVELS), "casual");
  }
});
