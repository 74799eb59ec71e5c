// What moves are worth.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { badge, isBest, knownMoves } from "../../src/quincunx/web/page/values.js";
import { setDocument } from "./fake_browser.js";

describe("values", () => {
  const analysis = { value: "win", distance: 3, margin: undefined, moves: [] };

  test("a move is best with the same value, margin and distance", () => {
    assert.ok(isBest({ value: "win", distance: 3 }, analysis));
    assert.ok(!isBest({ value: "win", distance: 5 }, analysis));
    assert.ok(!isBest({ value: "draw", distance: 3 }, analysis));
    assert.ok(!isBest({ value: "win", distance: 3, margin: 1 }, analysis));
  });

  test("a badge says the value by sign and letter, and how far the end is or the margin", () => {
    setDocument();
    const shown = (verdict, isMarked) => badge(verdict, isMarked).textContent;
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
    assert.ok(!isBest({ value: "unknown", distance: null }, { value: "unknown", distance: null }));
    assert.deepEqual(knownMoves({ value: "unknown", moves: [{ value: "unknown" }, { value: "loss" }] }), [{ value: "loss", only: false }]);
  });

  test("the only move that keeps a win or a draw is marked, if all are known", () => {
    const only = (value, ...values) => knownMoves({ value, moves: values.map((each) => ({ value: each })) }).map((each) => each.only);
    assert.deepEqual(only("win", "win", "draw", "loss"), [true, false, false]);
    assert.deepEqual(only("draw", "draw", "loss"), [true, false]);
    assert.deepEqual(only("win", "win", "win"), [false, false]);
    assert.deepEqual(only("win", "win", "unknown"), [false]);
    assert.deepEqual(only("win", "win"), [false]);
    assert.deepEqual(only("loss", "loss", "loss"), [false, false]);
  });
});
