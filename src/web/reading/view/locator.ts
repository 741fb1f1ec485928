import { fromRange, parse, toRange } from "foliate-js/epubcfi.js";

import { LOCATOR_MAX_LENGTH } from "#contract/limits.ts";
import { codePoints } from "#contract/text-length.ts";

import type { TextMap } from "./text-map.ts";

/** An EPUB CFI within one file, and some text to find it in another version. */
type Locator = { version: string; section: number; cfi: string; words: string };

const CONTEXT_MAX_CHARS = 80;

/** Null if it's too long. */
export function toLocator(range: Range, { version, section }: Pick<Locator, "version" | "section">): string | null {
  try {
    const words = range.toString().replaceAll(/\s+/g, " ").trim().slice(0, CONTEXT_MAX_CHARS);
    const text = JSON.stringify({ version, section, cfi: fromRange(range), words });
    return codePoints(text) <= LOCATOR_MAX_LENGTH ? text : null;
  } catch {
    return null;
  }
}

export function readLocator(locator: string | null): Locator | null {
  try {
    const parsed: Partial<Locator> | null = JSON.parse(locator ?? "null");
    const { version, section, cfi, words } = parsed ?? {};
    if (typeof version !== "string" || typeof section !== "number") return null;
    return typeof cfi === "string" && typeof words === "string" ? { version, section, cfi, words } : null;
  } catch {
    return null;
  }
}

/**
 * Finds a locator by its CFI; in another version by the occurrence of its text nearest to `near` (code points in the
 * chapter), else by `near` alone.
 */
export function findRange(
  doc: Document,
  map: TextMap,
  { locator, version, near }: { locator: Locator | null; version: string; near: number },
): Range {
  if (locator?.version === version) {
    const range = rangeOf(doc, locator.cfi);
    // An SVG document has no body.
    const text = doc.querySelector("body") ?? doc.documentElement;
    return range && text.contains(range.startContainer) ? range : map.rangeAt(near);
  }
  const at = locator && locator.words.length > 8 ? findNearest(map.text(), locator.words, near) : null;
  return map.rangeAt(at ?? near, Math.max(1, locator?.words.length ?? 1));
}

function rangeOf(doc: Document, cfi: string): Range | null {
  try {
    return toRange(doc, parse(cfi));
  } catch {
    return null;
  }
}

function findNearest(text: string, words: string, near: number): number | null {
  let best: number | null = null;
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const count = Array.from(text.slice(0, at)).length;
    if (best === null || Math.abs(count - near) < Math.abs(best - near)) best = count;
  }
  return best;
}
