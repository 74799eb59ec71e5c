// The page of the games stored in this browser, where there is no server: export and import included.

import * as api from "./api.js";
import { announce, button, download, el, link } from "./dom.js";
import * as gameStore from "./game_store.js";
import { emblem } from "./theme.js";

export async function show(main) {
  const problem = el("p", { class: "problem", role: "alert" });
  const list = el("ul", { class: "saved" });
  const { games } = await api.catalogue();

  async function draw() {
    const stored = (await gameStore.allGames()).sort((one, other) => other.seen - one.seen);
    list.replaceChildren(...stored.map(item));
    if (!stored.length) list.append(el("li", {}, "None yet: the games that you play here will be listed."));
  }

  function item({ id, setup, events, outcome }) {
    const remove = button("Forget", async () => { await gameStore.removeGame(id); announce("Forgotten."); draw(); }, { class: "quiet" });
    try {
      const { game, x, o, date } = JSON.parse(setup);
      const gameInfo = games.find((each) => each.id === game);
      const result = !outcome ? "going on" : outcome.winner ? `${outcome.winner} won` : "drawn";
      const names = [x, o].map(({ name }, i) => name || `Player ${i + 1}`).join(" and ");
      return el("li", {}, emblem(gameInfo), el("div", {}, el("h3", {}, link(gameInfo.title, `/game/${id}`)),
        el("p", { class: "quiet" }, `${names}, ${date}, ${result}`)),
      events.length ? link("Review", `/review?game=${id}`, { class: "button" }) : null, remove);
    } catch {
      return el("li", {}, el("p", { class: "problem" }, `The stored game ${id} is damaged.`), remove);
    }
  }

  /** Downloads the records of all games that can be read, and shows how many cannot. */
  async function exportAll() {
    const stored = await Promise.all((await gameStore.allGames()).map(({ id }) => api.record(id).catch(() => null)));
    const records = stored.filter(Boolean);
    problem.textContent = records.length < stored.length ? `Damaged and left out: ${stored.length - records.length}.` : "";
    download("quincunx.txt", records.join("\n"));
  }

  async function importFile({ target }) {
    try {
      const count = await api.importRecords(await target.files[0].text());
      problem.textContent = "";
      announce(`Games read: ${count}.`);
      await draw();
    } catch (error) {
      problem.textContent = error.message;
    }
    target.value = "";
  }

  main.replaceChildren(el("h1", {}, "Your games"), el("p", { class: "lead" }, "They are stored in this browser and nowhere else."), problem,
    el("p", { class: "buttons" }, button("Save all as a file", exportAll),
      el("label", { class: "button" }, "Read a file of records", el("input", { type: "file", class: "unseen", onchange: importFile }))), list);
  await draw();
}
