// The games that this browser keeps where there is no server; all of them as one file, and back.

import * as api from "./api.js";
import { announce, button, download, el, link } from "./dom.js";
import { sign } from "./signs.js";
import * as kept from "./tab_games.js";

export async function show(main) {
  const problem = el("p", { class: "problem", role: "alert" });
  const list = el("ul", { class: "shelf" });
  const { games } = await api.catalogue();

  async function draw() {
    const found = (await kept.all()).sort((one, other) => other.seen - one.seen);
    list.replaceChildren(...found.map(item));
    if (!found.length) list.append(el("li", {}, "None yet: what you play here is kept here."));
  }

  function item({ id, setup, events, outcome }) {
    const forget = button("Forget", async () => { await kept.forget(id); announce("Forgotten."); draw(); }, { class: "quiet" });
    try {
      const { game, x, o, date } = JSON.parse(setup);
      const known = games.find((each) => each.id === game);
      const result = !outcome ? "going on" : outcome.winner ? `${outcome.winner} won` : "drawn";
      const names = [x, o].map(({ name }, i) => name || `Player ${i + 1}`).join(" and ");
      return el("li", {}, sign(known), el("div", {}, el("h3", {}, link(known.title, `/game/${id}`)),
        el("p", { class: "quiet" }, `${names}, ${date}, ${result}`)),
      events.length ? link("Review", `/review?game=${id}`, { class: "button" }) : null, forget);
    } catch {
      return el("li", {}, el("p", { class: "problem" }, `What is kept of the game ${id} is damaged.`), forget);
    }
  }

  /** Every game that can be read; those that cannot are told. */
  async function save() {
    const found = await Promise.all((await kept.all()).map(({ id }) => api.record(id).catch(() => null)));
    const records = found.filter(Boolean);
    problem.textContent = records.length < found.length ? `Damaged and left out: ${found.length - records.length}.` : "";
    download("quincunx.txt", records.join("\n"));
  }

  async function bring({ target }) {
    try {
      const count = await api.bring(await target.files[0].text());
      problem.textContent = "";
      announce(`Read: ${count}.`);
      await draw();
    } catch (error) {
      problem.textContent = error.message;
    }
    target.value = "";
  }

  main.replaceChildren(el("h1", {}, "Your games"), el("p", { class: "lead" }, "They are kept in this browser and nowhere else."), problem,
    el("p", { class: "buttons" }, button("Save all as a file", save),
      el("label", { class: "button" }, "Read a file of records", el("input", { type: "file", class: "unseen", onchange: bring }))), list);
  await draw();
}
