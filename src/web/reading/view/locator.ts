import { fromRange, parse, toRange } from "foliate-js/epubcfi.js";

import type { TextMap } from "./text-map.ts";

/** A place in one file of the book: its path there (EPUB CFI), and some words by which another version finds it. */
type Locator = { version: string; section: number; cfi: string; words: string };

/** Letters of the text that go along. */
const WORDS_MAX = 80;

/** Puts a place down so that any width and font of the same file finds it again. */
export function toLocator(range: Range, { version, section }: Pick<Locator, "version" | "section">): string | null {
  try {
    const words = range.toString().replaceAll(/\s+/g, " ").trim().slice(0, WORDS_MAX);
    const text = JSON.stringify({ version, section, cfi: fromRange(range), words });
    return [...text].length <= 2000 ? text : null;
  } catch {
    return null;
  }
}

/** The parts of a locator; null for one that some other software wrote. */
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
 * Finds a place in a shown chapter: by its path in the same file; in another version of it by its words, those nearest
 * to where the share of the book leads; else by that share alone.
 * @param near code points in the chapter that the share of the book leads to
 */
export function findPlace(
  doc: Document,
  map: TextMap,
  { locator, version, near }: { locator: Locator | null; version: string; near: number },
): Range {
  if (locator?.version === version) {
    try {
      return toRange(doc, parse(locator.cfi));
    } catch {
      return map.rangeAt(near);
    }
  }
  const at = locator && locator.words.length > 8 ? nearestTo(map.text(), locator.words, near) : null;
  return map.rangeAt(at ?? near, Math.max(1, locator?.words.length ?? 1));
}

/** Code points before the occurrence that is nearest to `near`; null when there is none. */
function nearestTo(text: string, words: string, near: number): number | null {
  let best: number | null = null;
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const count = Array.from(text.slice(0, at)).length;
    if (best === null || Math.abs(count - near) < Math.abs(best - near)) best = count;
  }
  return best;
}
