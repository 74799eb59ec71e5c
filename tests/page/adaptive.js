// Answers on standard output what `adaptive` plays at after each past game of standard input.

import { readFileSync } from "node:fs";
import { adaptiveLevel, finished } from "../../src/quincunx/web/page/keeping.js";
import { setStorage } from "./stand_in.js";

const { levels, past } = JSON.parse(readFileSync(0, "utf8"));
const after = (games) => {
  setStorage();
  for (const [level, won] of games) finished("swap-nine", level, won);
  return adaptiveLevel("swap-nine", levels);
};
console.log(JSON.stringify(past.map(after)));
