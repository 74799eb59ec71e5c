// Python in a worker of its own: it is told where its files are, then asked one thing after the other.

const tell = (done) => postMessage({ done });

/** Loads what cannot be done without, and says how far it is: of ten parts the last two are Python's. */
async function begin({ python, archive }) {
  const [{ loadPyodide }, packed] = await Promise.all([
    import(new URL("pyodide.mjs", python)), fetch(archive).then((answer) => answer.arrayBuffer())]);
  tell(0.2);
  const pyodide = await loadPyodide({ indexURL: python });
  tell(0.8);
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
