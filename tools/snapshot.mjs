// Writes the memory of a Python that has loaded and read the package, from which another goes on:
// `node snapshot.mjs PYODIDE ARCHIVE FILE`. It takes a fifth of the time of beginning anew.

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, archive, file] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(folder, "pyodide.mjs")));
const python = await loadPyodide({ _makeSnapshot: true });
python.unpackArchive(new Uint8Array(readFileSync(archive)), "wheel");
python.runPython("import quincunx.web.tab");
writeFileSync(file, python.makeMemorySnapshot());
