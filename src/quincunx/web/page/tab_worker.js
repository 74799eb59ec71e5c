// Python in a worker of its own: it is told where its files are, then asked one thing after the other.

const tell = (done) => postMessage({ done });

/** Goes on from the memory of a Python that had the package read already, and says how far it is. */
async function begin({ python, package: folder }) {
  const get = (name) => fetch(new URL(name, folder));
  const [{ loadPyodide }, memory, packed] = await Promise.all([import(new URL("pyodide.mjs", python)),
    get("memory.bin").then(({ body }) => new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer()),
    get("quincunx.zip").then((answer) => answer.arrayBuffer())]);
  tell(0.5);
  const pyodide = await loadPyodide({ indexURL: python, _loadSnapshot: new Uint8Array(memory) });
  pyodide.unpackArchive(packed, "wheel");
  const { ask } = pyodide.pyimport("quincunx.web.tab");
  tell(1);
  return ask;
}

let ask = null;

addEventListener("message", async ({ data: { places, number, asked } }) => {
  if (places) return void (ask = begin(places));
  const python = await ask;
  try {
    postMessage({ number, answer: python(asked) });
  } catch (error) {
    const reason = String(error).trim().split("\n").at(-1);
    postMessage({ number, answer: JSON.stringify({ refused: [500, `Python failed at this: ${reason}.`] }) });
  }
});
addEventListener("unhandledrejection", () => postMessage({ broken: true }));
