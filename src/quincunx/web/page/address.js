// The addresses of the page's pages. Where no server answers for each of them they stand behind the #.

export const inTab = globalThis.document?.documentElement?.dataset.backEnd === "tab";
export const hrefOf = (address) => (inTab ? `#${address}` : address);
/** As others can open it. */
export const whole = (address) => new URL(hrefOf(address), location.href).href;
/** Path and query of the present page, or of the one that a link leads to. */
export const addressOf = ({ hash, pathname, search } = location) => (inTab ? hash.slice(1) || "/" : pathname + search);
