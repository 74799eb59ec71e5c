// What `make check` asks of the page's modules and of their tests.

import js from "@eslint/js";
import globals from "globals";

// Every window has these: a name that was forgotten to be declared would mean one of them.
const UNMEANT = ["close", "event", "external", "find", "focus", "length", "name", "open", "origin", "parent", "print",
  "self", "status", "stop", "top"];
// Text is always text.
const PARSED = ["innerHTML", "outerHTML", "insertAdjacentHTML", "setHTMLUnsafe", "parseHTMLUnsafe"];

export default [
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      eqeqeq: "error",
      "no-duplicate-imports": "error",
      "no-eval": "error",
      "no-implicit-globals": "error",
      "no-implied-eval": "error",
      "no-restricted-globals": ["error", ...UNMEANT],
      "no-restricted-properties": ["error", ...PARSED.map((property) => ({ property, message: "Nothing is parsed as HTML." }))],
      "no-self-compare": "error",
      "no-shadow": "error",
      "no-template-curly-in-string": "error",
      "no-throw-literal": "error",
      "no-unmodified-loop-condition": "error",
      "no-unused-expressions": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-use-before-define": ["error", { classes: false, functions: false, variables: false }],
      "no-var": "error",
      "prefer-const": "error",
      "require-await": "error",
    },
  },
  { files: ["src/quincunx/web/page/*.js"], languageOptions: { globals: globals.browser } },
  { files: ["src/quincunx/web/page/site_worker.js"], languageOptions: { globals: { clients: false, skipWaiting: false } } },
  { files: ["tests/page/*.js"], languageOptions: { globals: { ...globals.node, document: false, EventSource: false } } },
];
