import { readFileSync } from "node:fs";

import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

import type { Book } from "#contract/books.ts";
import type { Sentence } from "#contract/sentences.ts";
import type { AlignmentFile } from "#server/adapters/alignment-cache.ts";
import { describeError } from "#server/adapters/log.ts";
import { findBookFile, listBooks } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";

import { SENTENCES_VERSION, SentenceTimings, toSentences } from "./model/sentence-timings.ts";

const ADMIN = { isAdmin: true };

/** The name under `cache/`; null without an eBook. */
export function timingsCacheKey(deps: Deps, book: Pick<Book, "id">): string | null {
  const ebook = findBookFile(deps, book, "ebook");
  const audiobook = findBookFile(deps, book, "audiobook");
  return ebook && `sentences/${ebook.sha256}-${audiobook?.sha256 ?? "own"}-${SENTENCES_VERSION}`;
}

export function listTimingsCacheKeys(deps: Deps): string[] {
  return listBooks(deps, ADMIN).flatMap((book) => {
    const name = timingsCacheKey(deps, book);
    return name ? [name, ...runMarkers(name)] : [];
  });
}

/** Empty files of the runs that a kill ended, of the child process or of the server. After two, the book rests. */
export const runMarkers = (name: string): string[] => [`${name}-run-1`, `${name}-run-2`];

export async function deleteRunMarkers(deps: Deps, name: string): Promise<void> {
  for (const marker of runMarkers(name)) await deps.alignmentFiles.delete(marker);
}

export function findTimings(deps: Deps, book: Pick<Book, "id">): AlignmentFile | null {
  const name = timingsCacheKey(deps, book);
  const path = name && deps.alignmentFiles.find(name);
  if (!path) return null;
  const { files } = deps.alignments;
  const cached = files.get(name);
  if (cached) return cached;
  const timings = readTimingsFile(path);
  if (timings) files.set(name, timings);
  else deleteDamagedTimings(deps, name);
  return timings;
}

export async function deleteTimings(deps: Deps, name: string): Promise<void> {
  deps.alignments.files.delete(name);
  await deps.alignmentFiles.delete(name);
  await deleteRunMarkers(deps, name);
}

export function deleteDamagedTimings(deps: Deps, name: string): void {
  deleteTimings(deps, name).catch((error: unknown) =>
    deps.log.warn("deleting damaged timings failed", { error: describeError(error) }),
  );
}

const TimingsHeader = Type.Omit(SentenceTimings, ["sections"]);
const NumberArray = Type.Array(Type.Number());
/** The JSON of `SentenceTimings` around its sections. Inside a string, the quotes would be escaped. */
const [SECTIONS_START, SECTIONS_END] = ['"sections":[', '],"fault":'];
const [OPEN, CLOSE, COMMA] = [0x5b, 0x5d, 0x2c];
/** About 2,500 sentences, which take 1 to 2 ms. */
const CHUNK_BYTES = 100_000;

/** Parses sections on demand: a whole large book would block other requests for a second. Null if damaged. */
export function readTimingsFile(path: string): AlignmentFile | null {
  try {
    const bytes = readFileSync(path);
    const [markerStart, end] = [bytes.indexOf(SECTIONS_START), bytes.lastIndexOf(SECTIONS_END)];
    if (markerStart < 0 || end < markerStart) return null;
    const sectionsStart = markerStart + SECTIONS_START.length;
    const header: unknown = JSON.parse(`${bytes.toString("utf8", 0, sectionsStart)}${bytes.toString("utf8", end)}`);
    if (!Value.Check(TimingsHeader, header)) return null;
    const starts: number[] = [];
    for (let at = bytes.indexOf(OPEN, sectionsStart); at >= 0 && at < end; at = bytes.indexOf(OPEN, at + 1))
      starts.push(at);
    return {
      ...header,
      section: (index) => {
        const start = starts[index];
        return parseSentences(
          bytes.subarray(...(start === undefined ? [0, 0] : [start + 1, bytes.indexOf(CLOSE, start)])),
        );
      },
    };
  } catch {
    return null;
  }
}

async function* parseSentences(bytes: Buffer): AsyncIterable<Sentence[]> {
  let incomplete: number[] = [];
  for (let from = 0; from < bytes.length;) {
    await Bun.sleep(0);
    const comma = bytes.indexOf(COMMA, from + CHUNK_BYTES);
    const end = comma < 0 ? bytes.length : comma;
    const numbers: unknown = JSON.parse(`[${bytes.toString("latin1", from, end)}]`);
    if (!Value.Check(NumberArray, numbers)) throw new Error("The sentences are damaged");
    const { sentences, incomplete: rest } = toSentences([...incomplete, ...numbers]);
    incomplete = rest;
    yield sentences;
    from = end + 1;
  }
}
