// Python in a worker: the first message says where its files are, the others are requests, answered in turn.

const report = (done) => postMessage({ done });

/** Loads a memory snapshot of a Python that had imported the package, and reports the progress. */
async function load({ python, package: packageUrl }) {
  const get = (name) => fetch(new URL(name, packageUrl));
  const [{ loadPyodide }, memory, archive] = await Promise.all([import(new URL("pyodide.mjs", python)),
    get("memory.bin").then(({ body }) => new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer()),
    get("quincunx.zip").then((answer) => answer.arrayBuffer())]);
  report(0.5);
  const pyodide = await loadPyodide({ indexURL: python, _loadSnapshot: new Uint8Array(memory) });
  pyodide.unpackArchive(archive, "wheel");
  const { ask } = pyodide.pyimport("quincunx.web.tab");
  report(1);
  return ask;
}

let ask = null;

addEventListener("message", async ({ data: { urls, number, message } }) => {
  if (urls) return void (ask = load(urls));
  const python = await ask;
  try {
    postMessage({ number, answer: python(message) });
  } catch (error) {
    const reason = String(error).trim().split("\n").at(-1);
    postMessage({ number, answer: JSON.stringify({ refused: [500, `Python failed at this: ${reason}.`] }) });
  }
});
addEventListener("unhandledrejection", () => postMessage({ broken: true }));
