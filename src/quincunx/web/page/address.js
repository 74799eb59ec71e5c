// The addresses of the pages. Without a server they are fragments, behind the #.

export const inTab = globalThis.document?.documentElement?.dataset.backEnd === "tab";
export const hrefOf = (address) => (inTab ? `#${address}` : address);
/** The full URL, for links that are sent to others. */
export const absoluteUrl = (address) => new URL(hrefOf(address), location.href).href;
/** Path and query of the current page, or of a link's target. */
export const pathOf = ({ hash, pathname, search } = location) => (inTab ? hash.slice(1) || "/" : pathname + search);
