import { posix } from "node:path";

/** Resolves an address in a document. @returns path and fragment, or null when it leads out of the archive */
export function resolveHref(from: string, href: string): { path: string; fragment: string | null } | null {
  const [address = "", fragment] = href.trim().split("#", 2);
  if (/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(address)) return null;
  const own = decode(address.split("?", 1)[0] ?? "");
  const path = own === "" ? from : posix.normalize(posix.join(posix.dirname(from), own));
  return path.startsWith("../") ? null : { path, fragment: fragment ? decode(fragment) : null };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
