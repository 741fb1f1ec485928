import { isCountedInPages } from "#contract/chapters.ts";
import type { Contents } from "#contract/reading.ts";
import { textUrl } from "#web/lib/format/book-urls.ts";

import { normalizeForSearch } from "./normalize-for-search.ts";
import { fetchSection } from "./view/fetch-section.ts";
import { createTextMap } from "./view/text-map.ts";

export type SearchHit = { section: number; fraction: number; before: string; match: string; after: string };

const CONTEXT_CHARS = 40;
const HITS_MAX = 200;

/** Searches section by section for text as people type it (`normalizeForSearch`). */
export async function* searchBook(
  { bookId, contents }: { bookId: number; contents: Contents },
  query: string,
  signal: AbortSignal,
): AsyncGenerator<SearchHit[]> {
  const needle = normalizeForSearch(query).plain.trim();
  let count = 0;
  const offsetIn = (text: string, at: number) =>
    isCountedInPages(contents) ? 0 : Array.from(text.slice(0, at)).length;
  let nextSectionStart = 0;
  for (const { index, href, length } of contents.sections) {
    const start = nextSectionStart;
    nextSectionStart += length;
    if (needle === "" || signal.aborted || count >= HITS_MAX) return;
    // Damaged sections have length 0, too, and can't be loaded.
    if (length === 0) continue;
    const text = createTextMap(await fetchSection(textUrl(bookId, href), signal)).text();
    const hits = [...findIn(text, needle)].slice(0, HITS_MAX - count).map(({ from, end }) => ({
      section: index,
      fraction: Math.min(1, (start + offsetIn(text, from)) / Math.max(1, contents.length)),
      before: trimPartialWord(
        text.slice(Math.max(0, from - CONTEXT_CHARS), from),
        from > CONTEXT_CHARS ? /^\S*\s/ : null,
      ),
      match: text.slice(from, end),
      after: trimPartialWord(text.slice(end, end + CONTEXT_CHARS), end + CONTEXT_CHARS < text.length ? /\s\S*$/ : null),
    }));
    count += hits.length;
    if (hits.length > 0) yield hits;
  }
}

function trimPartialWord(text: string, partialWord: RegExp | null): string {
  return partialWord ? text.replace(partialWord, "") : text;
}

function* findIn(text: string, needle: string): Generator<{ from: number; end: number }> {
  const { plain, offsets } = normalizeForSearch(text);
  for (let at = plain.indexOf(needle); at >= 0; at = plain.indexOf(needle, at + needle.length)) {
    const lastOffset = offsets[at + needle.length - 1] ?? 0;
    const length = (text.codePointAt(lastOffset) ?? 0) > 0xffff ? 2 : 1;
    yield { from: offsets[at] ?? 0, end: lastOffset + length };
  }
}
