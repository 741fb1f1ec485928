/** Removed with their content: they run, frame or redirect (BEYOND 5). */
export const REMOVED = new Set("applet base embed fencedframe frame frameset iframe portal script".split(" "));
/** Removed, keeping their content as fallback. */
export const UNWRAPPED = new Set(["noscript", "object"]);

const ADDRESSES = new Set(
  "action background cite classid codebase data formaction href longdesc poster profile src srcset usemap xlink:href".split(
    " ",
  ),
);
const REMOVED_ATTRIBUTES = new Set(["http-equiv", "manifest", "ping", "srcdoc", "xml:base"]);

/** True for an attribute that must not reach a reader. @param name as written, with prefix */
export function isHarmfulAttribute(name: string, value: string): boolean {
  const lower = name.toLowerCase();
  if (lower.startsWith("on") || REMOVED_ATTRIBUTES.has(lower)) return true;
  return ADDRESSES.has(lower) && isProgram(value);
}

/** Only the book's own style sheets; `preconnect` and others connect before any policy applies. */
export function isOwnStylesheet(rel: string, href: string): boolean {
  const kinds = rel.toLowerCase().split(/\s+/);
  return kinds.includes("stylesheet") && !kinds.includes("alternate") && isInside(href);
}

export function isInside(href: string): boolean {
  const plain = withoutControls(href);
  return plain !== "" && !/^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(plain);
}

function isProgram(value: string): boolean {
  return /^(?:javascript|vbscript|data:text\/html|data:application\/xhtml)/i.test(withoutControls(value));
}

/** Browsers ignore whitespace and control characters in addresses. */
function withoutControls(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, "");
}
