import { posix } from "node:path";

/** Stands for the archive's root, which no address may leave (EPUB 3.3, 4.1.5: the container root URL). */
const ROOT = "https://book.invalid";

export type Resolved = { path: string; fragment: string | null };

/** Resolves an address in a document. @returns path and fragment, or null when it leads out of the archive */
export function resolveHref(from: string, href: string): Resolved | null {
  const url = inArchive(from, href);
  if (!url) return null;
  return { path: decode(url.pathname.slice(1)), fragment: url.hash ? decode(url.hash.slice(1)) : null };
}

/** The same address relative to its document, for browsers, whose root is the club; null when it leads out. */
export function relativeHref(from: string, href: string): string | null {
  const url = inArchive(from, href);
  if (!url) return null;
  const own = encodePath(from);
  const target = url.pathname.slice(1);
  if (target === own && url.hash) return url.hash;
  const path = posix.relative(posix.dirname(own), target) + (target.endsWith("/") ? "/" : "");
  // a name with a colon would be taken for a scheme
  return (/^[^/]*:/.test(path) ? "./" : "") + path + url.hash;
}

function inArchive(from: string, href: string): URL | null {
  const url = URL.parse(href, `${ROOT}/${encodePath(from)}`);
  return url?.origin === ROOT ? url : null;
}

function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
