// The modules fit together: what one asks of another is there.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { set, setDocument } from "./fake_browser.js";

const PAGE = new URL("../../src/quincunx/web/page/", import.meta.url);
const BEGIN = ["tab.js", "site_worker.js"]; // They begin something in a browser that is not here.
const files = readdirSync(PAGE).filter((name) => name.endsWith(".js") && !BEGIN.includes(name));
const read = (name) => readFileSync(new URL(name, PAGE), "utf8");

const said = setDocument();
set("location", { origin: "https://page.example", pathname: "/nowhere", search: "" });
set("addEventListener", () => {});
set("history", { state: null });
set("MutationObserver", class { observe() {} });
const modules = Object.fromEntries(await Promise.all(files.map(async (name) => [name, await import(new URL(name, PAGE))])));

test("every address leads to a module that shows a page", () => {
  const named = [...read("main.js").matchAll(/\$\/, "\.\/(\w+\.js)"/g)].map(([, name]) => name);
  assert.ok(named.length > 5);
  for (const name of named) assert.equal(typeof modules[name]?.show, "function", name);
});

test("what a page asks of the server can be asked", () => {
  for (const name of files.filter((each) => /\* as api\b/.test(read(each)))) {
    for (const [, asked] of read(name).matchAll(/\bapi\.(?!js\b)(\w+)/g)) {
      assert.ok(asked in modules["api.js"], `${name}: api.${asked}`);
    }
  }
});

test("an address that means no page says so", () => {
  assert.deepEqual(said, ["There is no page at this address."]);
  assert.deepEqual(document.getElementById("main").children.map(({ textContent }) => textContent), [
    "This page cannot be shown", "There is no page at this address.", "Try againTo the games",
  ]);
});
