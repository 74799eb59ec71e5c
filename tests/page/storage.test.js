// The games, the last result of `adaptive` and the solved puzzles that the browser stores.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { adaptiveLevel, dailyResult, saveAdaptiveResult, savedGame, savedGames, saveDailyResult, saveGame, solvedDays } from "../../src/quincunx/web/page/storage.js";
import { setStorage } from "./fake_browser.js";

let held;
beforeEach(() => { held = setStorage(); });

test("games, the one last seen first, with all that was told of them", () => {
  saveGame("one", { adaptive: true });
  saveGame("two", { ply: 3 });
  saveGame("one", { ply: 1, over: false });
  assert.deepEqual(savedGames(), [{ id: "one", adaptive: true, ply: 1, over: false }, { id: "two", ply: 3 }]);
  assert.deepEqual(savedGame("three"), {});
});

const start = { adaptive: { "": "first of all", "casual lost": "named for this" } };

test("adaptive plays at the level that Python names for its last game", () => {
  assert.equal(adaptiveLevel("swap-nine", start), "first of all");
  saveAdaptiveResult("swap-nine", "casual", "lost");
  assert.equal(adaptiveLevel("swap-nine", start), "named for this");
  assert.equal(adaptiveLevel("grid-clash", start), "first of all");
});

test("a last game that cannot be read is none", () => {
  for (const each of [{ level: "wise", won: "lost" }, { level: "casual", won: "perhaps" }, 5, {}]) {
    held.set("quincunx adaptive", JSON.stringify({ "swap-nine": each }));
    assert.equal(adaptiveLevel("swap-nine", start), "first of all");
  }
});

test("days are stored once, and how a day ended first stays", () => {
  for (const day of [100, 102, 100]) saveDailyResult(day, "solved");
  assert.deepEqual(solvedDays(), [100, 102]);
  saveDailyResult(102, "shown");
  saveDailyResult(103, "shown");
  saveDailyResult(103, "solved");
  assert.deepEqual([102, 103, 104].map(dailyResult), ["solved", "shown", ""]);
});

test("a run that an earlier version stored is read as its days, and goes on", () => {
  held.set("quincunx puzzles", JSON.stringify({ run: { day: 100, length: 3 }, shown: 97 }));
  assert.deepEqual(solvedDays(), [98, 99, 100]);
  assert.deepEqual([97, 100].map(dailyResult), ["shown", "solved"]);
  for (const day of [101, 102]) saveDailyResult(day, "solved");
  assert.deepEqual(solvedDays(), [98, 99, 100, 101, 102]);
});
