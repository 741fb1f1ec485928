import type { Contents } from "#contract/reading.ts";
import { textUrl } from "#web/lib/format/book-text.ts";

import { normalizeForSearch } from "./plain-text.ts";
import { fetchSection } from "./view/fetch-section.ts";
import { createTextMap } from "./view/text-map.ts";

export type SearchHit = { section: number; fraction: number; before: string; match: string; after: string };

const AROUND = 40;
const HITS_MAX = 200;

/** Searches section by section, for words as people type what they read (`toPlain`). */
export async function* searchBook(
  { bookId, contents }: { bookId: number; contents: Contents },
  words: string,
  signal: AbortSignal,
): AsyncGenerator<SearchHit[]> {
  const needle = normalizeForSearch(words).plain.trim();
  let count = 0;
  // a fixed book's lengths count pages
  const offsetIn = (text: string, at: number) =>
    contents.layout === "fixed" ? 0 : Array.from(text.slice(0, at)).length;
  let before = 0;
  for (const { index, href, length } of contents.sections) {
    const start = before;
    before += length;
    if (needle === "" || signal.aborted || count >= HITS_MAX) return;
    // also a damaged one, which can't be loaded
    if (length === 0) continue;
    const text = createTextMap(await fetchSection(textUrl(bookId, href), signal)).text();
    const hits = [...findIn(text, needle)].slice(0, HITS_MAX - count).map(({ from, until }) => ({
      section: index,
      fraction: Math.min(1, (start + offsetIn(text, from)) / Math.max(1, contents.length)),
      before: wholeWords(text.slice(Math.max(0, from - AROUND), from), from > AROUND ? /^\S*\s/ : null),
      match: text.slice(from, until),
      after: wholeWords(text.slice(until, until + AROUND), until + AROUND < text.length ? /\s\S*$/ : null),
    }));
    count += hits.length;
    if (hits.length > 0) yield hits;
  }
}

/** Without the word cut off at one end. */
function wholeWords(text: string, cut: RegExp | null): string {
  return cut ? text.replace(cut, "") : text;
}

function* findIn(text: string, needle: string): Generator<{ from: number; until: number }> {
  const { plain, from: places } = normalizeForSearch(text);
  for (let at = plain.indexOf(needle); at >= 0; at = plain.indexOf(needle, at + needle.length)) {
    const last = places[at + needle.length - 1] ?? 0;
    const length = (text.codePointAt(last) ?? 0) > 0xffff ? 2 : 1;
    yield { from: places[at] ?? 0, until: last + length };
  }
}
