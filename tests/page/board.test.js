// What touches and keys say on a board, whatever the game.

import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { Board } from "../../src/quincunx/web/page/board.js";
import { clickHint } from "../../src/quincunx/web/page/captions.js";
import { setDocument, setServer, setStorage } from "./fake_browser.js";

// As in Swap Nine: a placement, and the same placement that goes on to take.
const PLACE = [
  { move: "1", clicks: [["1"]] },
  { move: "1x2", clicks: [["1", "2"]] },
  { move: "4", clicks: [["4"]] },
];
// As in Numeral Nexus: either thing may come first.
const POOL = [
  { move: "5@A1", clicks: [["5", "A1"], ["A1", "5"]] },
  { move: "6@A1", clicks: [["6", "A1"], ["A1", "6"]] },
];

const state = (moves, position = "now") => ({
  game: "some-game",
  position,
  to_move: "X",
  legal_moves: moves,
  last: null,
  board: {
    rows: 2, columns: 2, row_names: [], column_names: [], beside: [], notes: [], finish: "Take nothing",
    cells: ["1", "2", "3", "4"].map((key) => ({ key, owner: null, label: key, highlight: null })),
    counts: [],
  },
});

describe("a board", () => {
  let said, played, board;

  beforeEach(() => {
    said = setDocument();
    setStorage();
    played = [];
    board = new Board((move) => played.push(move));
    board.update(state(PLACE), { enabled: true });
  });

  const press = (key, index = null) => {
    let prevented = false;
    const target = index === null ? document.createElement("p") : board.view.querySelectorAll("[data-index]")[index];
    board.onKey({ key, target, preventDefault: () => { prevented = true; } });
    return prevented;
  };

  test("plays a move that cannot go on at once, and then waits", () => {
    board.select("4");
    assert.deepEqual(played, ["4"]);
    board.select("1");
    assert.deepEqual(played, ["4"]);
    assert.deepEqual(board.clicks, []);
  });

  test("waits while a move can go on, until it is finished or goes on", () => {
    board.select("1");
    assert.deepEqual(played, []);
    assert.equal(said.at(-1), "Chosen: 1.");
    board.select("2");
    assert.deepEqual(played, ["1x2"]);
  });

  test("finishes what is complete, and only that", () => {
    board.finish();
    assert.deepEqual(played, []);
    board.select("1");
    board.finish();
    assert.deepEqual(played, ["1"]);
  });

  test("shows the button that finishes only when there is something to finish", () => {
    const buttons = () => board.view.all.filter(({ tagName }) => tagName === "BUTTON").map(({ textContent }) => textContent);
    assert.deepEqual(buttons(), []);
    board.select("1");
    assert.deepEqual(buttons(), ["Take nothing", "Cancel"]);
    board.view.all.find(({ textContent, tagName }) => tagName === "BUTTON" && textContent === "Take nothing").click();
    assert.deepEqual(played, ["1"]);
  });

  test("takes the last touch back when it is touched again", () => {
    board.select("1");
    board.select("1");
    assert.deepEqual(board.clicks, []);
    assert.equal(said.at(-1), "Taken back.");
  });

  test("begins anew with a key that begins another move, and refuses one that begins none", () => {
    board.select("1");
    board.select("4");
    assert.deepEqual(played, ["4"]);
  });

  test("says a refusal in the rules' own words, and no longer than until the next touch", async () => {
    const requests = setServer([200, { words: "Cell 3 is closed: choose another." }], "cut");
    await board.select("3");
    assert.equal(board.refusal.textContent, "Cell 3 is closed: choose another.");
    assert.equal(requests[0].path, "/api/refusal?game=some-game&position=now&clicks=3");
    assert.deepEqual(board.clicks, []);
    board.select("1");
    assert.equal(board.refusal.textContent, "");
    await board.select("3");
    assert.equal(requests[1].path, "/api/refusal?game=some-game&position=now&clicks=1&clicks=3");
    assert.equal(board.refusal.textContent, "3 cannot be chosen now.", "nobody answers");
    const late = board.select("3");
    board.select("4");
    await late;
    assert.equal(board.refusal.textContent, "", "the answer comes too late");
  });

  const marks = () => board.view.querySelectorAll("[data-key]")
    .map((cell) => cell.all.find(({ attributes }) => attributes.class?.startsWith("mark"))?.attributes.class ?? "");

  test("draws the touched marker at once, and takes it back when the move is refused", async () => {
    let refuse;
    board = new Board(() => new Promise((_, reject) => { refuse = () => reject(new Error("Not here: try there.")); }));
    board.update(state(PLACE), { enabled: true });
    board.select("4");
    assert.deepEqual(marks(), ["", "", "", "mark x"]);
    board.update(state(PLACE), { enabled: true }); // Something else happened meanwhile.
    assert.deepEqual(marks(), ["", "", "", "mark x"]);
    board.select("1");
    assert.deepEqual(marks(), ["", "", "", "mark x"]);
    refuse();
    await new Promise(setImmediate);
    assert.deepEqual(marks(), ["", "", "", ""]);
    assert.equal(board.refusal.textContent, "Not here: try there.");
    board.select("1");
    assert.deepEqual(marks(), ["mark x", "", "", ""], "and it goes on while something is asked");
  });

  test("the marker stands until the answer shows what it did", async () => {
    let answer;
    board = new Board(() => new Promise((resolve) => { answer = resolve; }));
    board.update(state(PLACE), { enabled: true });
    board.select("4");
    board.update(state(PLACE)); // As where a game is only begun by the first touch.
    answer();
    await new Promise(setImmediate);
    assert.deepEqual(marks(), ["", "", "", "mark x"]);
    const after = state([], "later");
    after.board.cells[3] = { key: "4", owner: "O", label: "", highlight: null };
    board.update(after);
    assert.deepEqual(marks(), ["", "", "", "mark o"]);
  });

  test("the marker has what was touched beside it, or what its cell is worth", () => {
    const given = state([{ move: "5@2", clicks: [["5", "2"], ["2", "5"]] }, { move: "3", clicks: [["3"]] }]);
    given.board.beside = [{ key: "5", label: "5(3)" }];
    given.board.cells[2].label = "8";
    board.update(given, { enabled: true });
    const second = () => board.view.querySelectorAll("[data-index]")[1].textContent;
    board.select("2");
    assert.deepEqual([marks()[1], second()], ["mark x", ""]);
    board.select("5");
    assert.deepEqual([marks()[1], second()], ["mark x", "5"]);
    board.update({ ...given, position: "another" }, { enabled: true });
    board.select("3");
    assert.equal(board.view.querySelectorAll("[data-index]")[2].textContent, "8");
  });

  test("the elements stay for all positions, so that nothing that moves is cut", () => {
    const pieces = () => board.view.querySelectorAll("[data-index]").map(({ children: [stand] }) => stand.children[0]);
    const [cells, before] = [board.view.querySelectorAll("[data-index]"), pieces()];
    const after = state(PLACE, "later");
    after.board.cells[1] = { key: "2", owner: "O", label: "", highlight: "align" };
    board.update(after, { enabled: true });
    assert.deepEqual(board.view.querySelectorAll("[data-index]"), cells);
    assert.deepEqual(pieces().map((piece, i) => piece === before[i]), [true, false, true, true]);
    assert.equal(board.view.querySelectorAll("[data-index]")[1].getAttribute("aria-label"), "2, O, play in line with it");
  });

  test("the bar says what can be touched, what is chosen and how to end it", () => {
    assert.equal(board.bar.textContent, "Touch an empty cell, then if you like an empty cell.");
    const { board: plain } = state([]);
    plain.cells[1].owner = "O";
    assert.equal(clickHint(PLACE, plain), "Touch an empty cell, then if you like a filled cell.");
    const swap = [{ move: "1~2", clicks: [["1", "2"], ["2", "1"]] }, { move: "5@3", clicks: [["5", "3"], ["3", "5"]] }];
    plain.cells[0].owner = "X";
    plain.beside = [{ key: "5", label: "5(3)" }];
    assert.equal(clickHint(swap, plain), "Touch two filled cells; or one of those next to the board, then an empty cell.");
    assert.equal(clickHint([{ move: "3", clicks: [["3"]] }], plain), "");
    board.select("1");
    assert.equal(board.bar.textContent, "Chosen: 1. Next, touch an empty cell, orTake nothingCancel");
  });

  test("hears nothing while it is not enabled", () => {
    board.update(state(PLACE));
    board.select("4");
    assert.deepEqual([played, said], [[], []]);
    assert.deepEqual([...board.choice.next], []);
  });

  test("keeps what was chosen for the same position alone", () => {
    board.select("1");
    board.update(state(PLACE), { enabled: true });
    assert.deepEqual(board.clicks, ["1"]);
    board.update(state(PLACE, "later"), { enabled: true });
    assert.deepEqual(board.clicks, []);
  });

  test("Escape cancels, and is left to others when there is nothing to cancel", () => {
    assert.equal(press("Escape"), false);
    board.select("1");
    assert.equal(press("Escape"), true);
    assert.deepEqual(board.clicks, []);
  });

  test("Backspace takes one touch back", () => {
    board.update(state(POOL), { enabled: true });
    board.select("A1");
    press("Backspace");
    assert.deepEqual(board.clicks, []);
  });

  test("arrows, Home and End go from cell to cell and stop at the edge", () => {
    const walk = [["ArrowRight", 1], ["ArrowRight", 1], ["ArrowDown", 3], ["ArrowDown", 3], ["Home", 2], ["End", 3],
      ["ArrowLeft", 2], ["ArrowUp", 0], ["ArrowUp", 0], ["ArrowLeft", 0]];
    for (const [key, to] of walk) {
      assert.equal(press(key, board.focus), true);
      assert.equal(board.focus, to, key);
      assert.equal(document.activeElement.dataset.index, String(to));
      const inOrder = board.view.querySelectorAll("[data-index]").filter((cell) => cell.getAttribute("tabindex") === "0");
      assert.deepEqual(inOrder, [document.activeElement]);
    }
  });

  test("Enter and space touch a cell, again on the last one they cancel as a click does, F finishes", () => {
    press("Enter", 0);
    assert.deepEqual(board.clicks, ["1"]);
    press(" ", 0);
    assert.deepEqual([board.clicks, played], [[], []]);
    press("Enter", 0);
    press("f", 0);
    assert.deepEqual(played, ["1"]);
  });

  test("the focus stays where it was when the board is drawn anew", () => {
    press("ArrowRight", 0);
    const before = document.activeElement;
    board.update(state(PLACE, "later"), { enabled: true });
    assert.equal(document.activeElement, before);
    assert.equal(document.activeElement.dataset.key, "2");
  });

  test("a key's verdict is that of the best move that goes on with it", () => {
    const moves = [{ move: "1x2", value: "win" }, { move: "4", value: "draw" }, { move: "1", value: "loss" }];
    assert.equal(board.verdict("1"), null);
    board.update(state(PLACE), { enabled: true, analysis: { value: "win", moves } });
    assert.equal(board.verdict("1").move, "1x2");
    assert.equal(board.verdict("4").move, "4");
    assert.equal(board.verdict("3"), null);
    board.select("1");
    assert.equal(board.verdict("2").move, "1x2");
  });

  test("a cell is told in words", () => {
    assert.equal(board.ariaLabel("5", null, "", true, false, null), "5, empty, can be chosen");
    assert.equal(board.ariaLabel("5", "X", "", false, true, null), "5, X, last move");
    assert.equal(board.ariaLabel("A1", "O", "7", false, false, null), "A1, O 7");
    assert.equal(board.ariaLabel("1,3", null, "8", true, false, { words: "wins in 3" }), "1,3, 8, can be chosen, wins in 3");
  });
});
