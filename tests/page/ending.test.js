// The texts at the end of a game or puzzle.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { headline, mistakes, seriesWords, sharePuzzleText, shareText } from "../../src/quincunx/web/page/ending.js";

const names = { x: "Ann", o: "Bob" };
const ended = (winner, score = null) => ({ outcome: { winner, reason: "as the rules say" }, ending: { kind: "majority", score } });

describe("who won", () => {
  test("is said to each in their own words, with the score that decided", () => {
    const state = ended("O", [6, 3]);
    assert.equal(headline(state, ["o"], names), "You won 6 to 3");
    assert.equal(headline(state, ["x"], names), "You lost 3 to 6");
    for (const mine of [[], ["x", "o"]]) assert.equal(headline(state, mine, names), "Bob (O) won 6 to 3");
  });

  test("without one where something else decided, or nothing was counted", () => {
    assert.equal(headline(ended("X"), ["x"], names), "You won");
    assert.equal(headline(ended("X"), ["o"], names), "You lost");
    assert.equal(headline(ended(null), ["x"], names), "A draw");
  });
});

const move = (player, mistake, value = "win") => ({ player, mistake, before: { value } });
const moves = [move("X", null), move("O", "win given away"), move("X", "draw given away"), move("O", "win given away")];

test("mistakes are counted for whoever reads it", () => {
  assert.equal(mistakes(moves, ["x"]), "You made 1 mistake.");
  assert.equal(mistakes(moves, ["o"]), "You made 2 mistakes.");
  assert.equal(mistakes(moves, ["x", "o"]), "X made 1 mistake, O made 2 mistakes.");
  assert.equal(mistakes([move("X", null)], ["x"]), "You made no mistakes.");
  assert.equal(mistakes([move("X", null, "unknown"), move("O", null)], ["x"]), "", "nothing is known");
});

test("a series is shown from its second game on, with the draws", () => {
  assert.equal(seriesWords({ x: 0, o: 1, games: 1 }, ["x"], names), "");
  assert.equal(seriesWords({ x: 0, o: 1, games: 2 }, ["x"], names), "After 2 games: you 0, Bob 1, 1 drawn.");
  assert.equal(seriesWords({ x: 2, o: 1, games: 3 }, [], names), "After 3 games: Ann 2, Bob 1.");
});

test("a puzzle is shared with the day, the tries and the address, without the answer", () => {
  const puzzle = { title: "Swap Nine", seed: 739936, difficulty: 3, position: "XO-/---/--- X", question: "X to move: one move wins." };
  assert.equal(sharePuzzleText(puzzle, 2, { date: "2026-11-16", length: 4 }, "https://here/puzzle"),
    "Quincunx, puzzle of 2026-11-16: Swap Nine, difficulty 3 of 5\n✗✗✓ at try 3, 4 days in a row\nhttps://here/puzzle");
  assert.match(sharePuzzleText(puzzle, 0, { date: "2026-11-16", length: 1 }, "https://here/puzzle"), /\n✓ at once\n/);
});

test("a text to share has the result, a sign for each move and where to see more", () => {
  const state = { title: "Swap Nine", moves: ["5", "1", "2", "3"] };
  assert.equal(shareText(state, "You lost 3 to 6", { moves }, ["x"], "there"), "Swap Nine: I lost 3 to 6, 4 moves\n🟩🟥\nthere");
  assert.equal(shareText(state, "Ann (X) won", { moves: [...moves, move("X", null, "unknown")] }, [], "there"), "Swap Nine: Ann (X) won, 4 moves\n🟩🟥🟥🟥⬜\nthere");
  assert.equal(shareText(state, "A draw", null, ["x"], "there"), "Swap Nine: A draw, 4 moves\nthere");
});
