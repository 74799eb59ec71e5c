// What moves are worth, the run of daily puzzles, and what is shared of one.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { running, shareText, solved } from "../../src/quincunx/web/page/streak.js";
import { badge, best, known } from "../../src/quincunx/web/page/values.js";
import { setDocument } from "./stand_in.js";

describe("values", () => {
  const analysis = { value: "win", distance: 3, margin: undefined, moves: [] };

  test("a move is best with the same value, margin and distance", () => {
    assert.ok(best({ value: "win", distance: 3 }, analysis));
    assert.ok(!best({ value: "win", distance: 5 }, analysis));
    assert.ok(!best({ value: "draw", distance: 3 }, analysis));
    assert.ok(!best({ value: "win", distance: 3, margin: 1 }, analysis));
  });

  test("a badge says the value by sign and letter, and how far the end is or the margin", () => {
    setDocument();
    const shown = (verdict, isBest) => badge(verdict, isBest).textContent;
    assert.equal(shown({ value: "win", distance: 3 }), "+W3");
    assert.equal(shown({ value: "win", distance: 3, margin: 2 }), "+W2");
    assert.equal(shown({ value: "loss", distance: 4, margin: -5 }), "−L5");
    assert.equal(shown({ value: "loss", distance: null }), "−L");
    assert.equal(shown({ value: "draw", distance: 3, margin: 0 }), "=D");
    assert.equal(shown({ value: "draw", only: true }), "=D!");
    assert.equal(badge({ value: "draw" }, true).getAttribute("class"), "badge draw best");
  });

  test("of what is not known nothing is shown, and it is never best", () => {
    assert.equal(badge({ value: "unknown", distance: null }, false), "");
    assert.equal(badge(undefined, false), "");
    assert.ok(!best({ value: "unknown", distance: null }, { value: "unknown", distance: null }));
    assert.deepEqual(known({ value: "unknown", moves: [{ value: "unknown" }, { value: "loss" }] }), [{ value: "loss", only: false }]);
  });

  test("the only move that keeps a win or a draw is marked, if all are known", () => {
    const only = (value, ...values) => known({ value, moves: values.map((each) => ({ value: each })) }).map((each) => each.only);
    assert.deepEqual(only("win", "win", "draw", "loss"), [true, false, false]);
    assert.deepEqual(only("draw", "draw", "loss"), [true, false]);
    assert.deepEqual(only("win", "win", "win"), [false, false]);
    assert.deepEqual(only("win", "win", "unknown"), [false]);
    assert.deepEqual(only("win", "win"), [false]);
    assert.deepEqual(only("loss", "loss", "loss"), [false, false]);
  });
});

describe("the run of daily puzzles", () => {
  test("grows from day to day, once a day, and ends with a day that was missed", () => {
    let run = solved(undefined, 100);
    assert.deepEqual(run, { day: 100, length: 1 });
    run = solved(solved(run, 101), 101);
    assert.deepEqual(run, { day: 101, length: 2 });
    assert.equal(running(run, 101), 2);
    assert.equal(running(run, 102), 2);
    assert.equal(running(run, 103), 0);
    assert.deepEqual(solved(run, 103), { day: 103, length: 1 });
    assert.equal(running(undefined, 1), 0);
  });

  test("is shared with the day, the tries and the address, without the answer", () => {
    const asked = { title: "Swap Nine", seed: 739936, difficulty: 3, position: "XO-/---/--- X", question: "X to move: one move wins." };
    assert.equal(shareText(asked, 2, 4, "https://here/puzzle"),
      "Quincunx, puzzle of 2026-11-16: Swap Nine, difficulty 3 of 5\n✗✗✓ at try 3, 4 days running\nhttps://here/puzzle");
    assert.match(shareText(asked, 0, 1, "https://here/puzzle"), /\n✓ at once\n/);
  });
});
