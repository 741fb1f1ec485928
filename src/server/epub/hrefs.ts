import { normalizeText } from "#contract/normalize-text.ts";

export type FindName = (name: string) => string | null;

/** Finds names as readers do: exactly, else ignoring case and Unicode normalization, else with escapes decoded. */
export function createFindName(names: Iterable<string>): FindName {
  const exactNames = new Set(names);
  const byFoldedName = new Map<string, string>();
  const byDecodedName = new Map<string, string>();
  for (const name of exactNames) {
    addFirst(byFoldedName, toKey(name), name);
    addFirst(byDecodedName, toKey(decodePath(name)), name);
  }
  return (name) =>
    exactNames.has(name) ? name : (byFoldedName.get(toKey(name)) ?? byDecodedName.get(toKey(decodePath(name))) ?? null);
}

function addFirst(names: Map<string, string>, key: string, name: string): void {
  if (!names.has(key)) names.set(key, name);
}

function toKey(name: string): string {
  return normalizeText(name, "NFC").toLowerCase();
}

export function decodePath(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The container root URL, which no URL may leave (EPUB 3.3, 4.1.5). */
const ROOT_URL = "https://book.invalid";
const UNESCAPE_ROUNDS_MAX = 5;

export type DocumentContext = { path: string; find: FindName };

type ResolvedHref = { path: string; fragment: string | null };

type Location = { path: string; hash: string };

export function resolveHref(base: DocumentContext, href: string): ResolvedHref | null {
  const location = locate(base, href);
  return (
    location && { path: location.path, fragment: location.hash === "" ? null : decodePath(location.hash.slice(1)) }
  );
}

/** The URL relative to its document, for browsers; null if it leads out of the archive. */
export function relativeHref(base: DocumentContext, href: string): string | null {
  const location = locate(base, href);
  if (!location) return null;
  const { path, hash } = location;
  return path === base.path && hash !== "" ? hash : relativePath(base.path, path) + hash;
}

function locate(base: DocumentContext, href: string): Location | null {
  const location = locateInArchive(base.path, href);
  const path = location && base.find(location.path);
  return path ? { ...location, path } : (findUnescaped(base, href) ?? location);
}

function locateInArchive(from: string, href: string): Location | null {
  const url = URL.parse(href, `${ROOT_URL}/${encodePath(from)}`);
  if (url?.origin !== ROOT_URL) return null;
  const path = url.pathname
    .slice(1)
    .split("/")
    .map(decodePath)
    .join("/")
    .replaceAll(/\/{2,}/g, "/")
    .replace(/^\//, "");
  // an escaped slash can turn dots into a path segment that browsers would resolve
  return /(?:^|\/)\.{1,2}(?:\/|$)/.test(path) ? null : { path, hash: url.hash };
}

/** Programs write `What now?.xhtml`, `#1.png` or `Fish: one.xhtml`: the longest part that names a file is its path. */
function findUnescaped({ path: from, find }: DocumentContext, href: string): Location | null {
  const pathEnds = [...href.matchAll(/[?#]/g)].slice(-UNESCAPE_ROUNDS_MAX).map(({ index }) => index);
  for (const end of [href.length, ...pathEnds.toReversed()]) {
    const location = locateInArchive(from, href.slice(0, end).replaceAll(/[?#:]/g, encodeURIComponent));
    const path = location && find(location.path);
    if (path) return { path, hash: new URL(href[end] === "#" ? href.slice(end) : "", ROOT_URL).hash };
  }
  return null;
}

/** Escapes each segment, so that browsers read no other origin, scheme or root, and no end of a list. */
function relativePath(from: string, to: string): string {
  const fromFolders = from.split("/").slice(0, -1);
  const toParts = to.split("/");
  let commonCount = 0;
  while (
    commonCount < fromFolders.length &&
    commonCount < toParts.length - 1 &&
    fromFolders[commonCount] === toParts[commonCount]
  )
    commonCount += 1;
  const remainder = toParts.slice(commonCount).map(encodeURIComponent).join("/");
  return "../".repeat(fromFolders.length - commonCount) + remainder || "./";
}

function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
