// Elements, and what stands beside a board.

import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { announce, copy, el, svg } from "../../src/quincunx/web/page/dom.js";
import { moveList, paragraphs, stateAt, stepper } from "../../src/quincunx/web/page/panels.js";
import { set, setDocument, setServer } from "./fake_browser.js";

let said;
beforeEach(() => { said = setDocument(); });
const shown = (elements) => elements.map(({ tagName, textContent }) => `${tagName} ${textContent}`);

describe("an element", () => {
  test("has the attributes that are given, and true ones without a value", () => {
    const made = el("input", { type: "checkbox", checked: true, disabled: false, title: null, name: undefined, min: 0 });
    assert.equal(made.tagName, "INPUT");
    assert.deepEqual(made.attributes, { type: "checkbox", checked: "", min: "0" });
  });

  test("hears what begins with on", () => {
    let heard = 0;
    const made = el("button", { onclick: () => { heard += 1; } });
    made.click();
    assert.equal(heard, 1);
    assert.deepEqual(made.attributes, {});
  });

  test("holds its children however deep they are given, and leaves out nothing but nothing", () => {
    const child = svg("path");
    const made = el("p", {}, "text", [null, [child, [undefined, 0, ""]]]);
    assert.deepEqual(made.children, ["text", child, 0, ""]);
  });

  test("text is text", () => assert.deepEqual(el("p", {}, "<b>bold</b>").children, ["<b>bold</b>"]));
});

test("what is announced is said", () => {
  announce("X played 5.");
  assert.deepEqual(said, ["X played 5."]);
});

test("who may not copy is told what to do", async (t) => {
  const asked = t.mock.fn(() => Promise.reject(new Error("not allowed")));
  set("navigator", { clipboard: { writeText: asked } });
  assert.equal(await copy("text", "Link"), false);
  asked.mock.mockImplementation(() => Promise.resolve());
  assert.equal(await copy("text", "Link"), true);
  assert.deepEqual(asked.mock.calls.map((call) => call.arguments), [["text"], ["text"]]);
  assert.deepEqual(said, ["Link could not be copied: select the text and copy it.", "Link copied."]);
});

test("rules become headings, lists and paragraphs", () => {
  const text = "Swap Nine\n\nA game\nfor two.\n\n1. Play\n- one\n  thing\n- another\n\nThe end.";
  const found = paragraphs(text);
  assert.deepEqual(shown(found), ["P A game for two.", "H2 Play", "UL one thinganother", "P The end."]);
  assert.deepEqual(shown(found[2].children), ["LI one thing", "LI another"]);
});

test("steps stay within the game", () => {
  const went = [];
  const walk = stepper((ply) => went.push(ply));
  const [places, count] = [walk.view.children.slice(0, 4), walk.view.children[4]];
  const disabled = () => places.map((place) => place.getAttribute("aria-disabled"));
  walk.update(0, 3);
  assert.deepEqual(disabled(), ["true", "true", "false", "false"]);
  walk.back();
  walk.forward();
  walk.to(9);
  assert.deepEqual(went.splice(0), [0, 1, 3]);
  walk.update(3, 3);
  assert.deepEqual(disabled(), ["false", "false", "true", "true"]);
  assert.equal(count.textContent, "3 of 3");
  for (const place of places) place.click();
  assert.deepEqual(went, [0, 2, 3, 3]);
});

test("moves stand in pairs; a touch goes to the position after them", () => {
  const went = [];
  const list = moveList((ply) => went.push(ply));
  list.update(["5", "2x5", "8"], 2);
  assert.deepEqual(list.view.children.map((item) => item.children.map(({ textContent }) => textContent)), [["5", "2x5"], ["8"]]);
  const buttons = list.view.children.flatMap((item) => item.children);
  assert.deepEqual(buttons.map((each) => each.getAttribute("aria-current")), [null, "step", null]);
  for (const each of buttons) each.click();
  assert.deepEqual(went, [1, 2, 3]);
  list.update(["5", "2x5", "8"], 3);
  assert.deepEqual(list.view.children.flatMap((item) => item.children), buttons, "what has the focus keeps it");
  assert.deepEqual(buttons.map((each) => each.getAttribute("aria-current")), [null, null, "step"]);
});

test("a past state is asked for with the move that led to it", async () => {
  const replayed = { game: "swap-nine", positions: ["first", "second"], moves: ["5"] };
  const requests = setServer([200, { at: 0 }], [200, { at: 1 }]);
  assert.deepEqual(await stateAt(replayed, 0), { at: 0 });
  assert.deepEqual(await stateAt(replayed, 1), { at: 1 });
  assert.deepEqual(requests.map(({ path }) => path), [
    "/api/position?game=swap-nine&position=first", "/api/position?game=swap-nine&position=first&move=5",
  ]);
});
