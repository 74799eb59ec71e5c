// Reads questions from standard input, `[{legal_moves, clicks: [[key, …], …]}, …]`, and writes what
// the page's `choose` says to each: tests/web/test_choose.py holds it against `core.choose`.

import { text } from "node:stream/consumers";
import { choose } from "../../src/quincunx/web/page/board.js";

const asked = JSON.parse(await text(process.stdin));
const answers = asked.map(({ legal_moves: moves, clicks }) => clicks.map((touched) => {
  const { next, move } = choose(moves, touched);
  return { next: [...next], move };
}));
process.stdout.write(JSON.stringify(answers));
