// As much of a browser as the page's modules need where nothing is looked at: elements that hold
// attributes and children, a store, and a server that answers from a list.

class Element {
  constructor(name) {
    this.tagName = name.toUpperCase();
    this.attributes = {};
    this.children = [];
    this.listeners = {};
    this.style = { setProperty() {} };
  }

  setAttribute(name, value) { this.attributes[name] = String(value); }
  removeAttribute(name) { delete this.attributes[name]; }
  getAttribute(name) { return this.attributes[name] ?? null; }
  append(...children) { this.children.push(...children); }
  replaceChildren(...children) { this.children = children; }
  addEventListener(kind, listener) { this.listeners[kind] = listener; }
  click() { this.listeners.click(); }
  focus() { document.activeElement = this; }

  get dataset() {
    const given = Object.entries(this.attributes).filter(([name]) => name.startsWith("data-"));
    return Object.fromEntries(given.map(([name, value]) => [name.slice(5), value]));
  }

  get textContent() { return this.children.map((child) => child.textContent ?? String(child)).join(""); }
  set textContent(text) { this.children = [text]; }

  /** This element and all that it holds, in order. */
  get all() { return [this, ...this.children.flatMap((child) => child.all ?? [])]; }

  contains(other) { return this.all.includes(other); }
  querySelectorAll(selector) { return this.all.filter((element) => element.matches(selector)); }
  closest(selector) { return this.matches(selector) ? this : null; }

  /** Only `[name]` is understood. */
  matches(selector) {
    const [, name] = /^\[([\w-]+)\]$/.exec(selector);
    return name in this.attributes;
  }
}

/** Some versions of Node have a few of these of their own, which cannot be assigned to. */
export function set(name, value) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/** Sets `document` and its window's events up; what is announced stands in `said`. */
export function setDocument() {
  const window = new EventTarget();
  for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"]) set(name, window[name].bind(window));
  const said = [];
  const region = new Element("div");
  region.append = (paragraph) => said.push(paragraph.textContent);
  const main = new Element("main");
  set("document", Object.assign(new EventTarget(), {
    hidden: false,
    activeElement: null,
    createElement: (name) => new Element(name),
    createElementNS: (_space, name) => new Element(name),
    getElementById: (id) => ({ announcements: region, main })[id],
    querySelectorAll: () => [],
  }));
  return said;
}

/** Sets `localStorage` up; returns what it holds. */
export function setStorage() {
  const held = new Map();
  set("localStorage", {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => { held.set(key, String(value)); },
  });
  return held;
}

/** Sets `fetch` up: it gives these answers in turn, `[status, body]` or "cut" for a lost connection.
 * Returns the requests that were made. */
export function setServer(...answers) {
  const requests = [];
  set("fetch", (path, { method, headers, body }) => {
    requests.push({ method, path, headers, body: body && JSON.parse(body) });
    const answer = answers.shift();
    if (!answer) throw new Error(`Nobody expected ${method} ${path}.`);
    if (answer === "cut") return Promise.reject(new TypeError("fetch failed"));
    const [status, found] = answer;
    return Promise.resolve(typeof found === "string" ? new Response(found, { status }) : Response.json(found, { status }));
  });
  return requests;
}
