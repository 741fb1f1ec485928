import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { perTest } from "#tests/support/each-club.ts";
import { plainChapters } from "#tests/support/reading-book.ts";
import { createReadingClub } from "#tests/support/reading-club.ts";

import { timingsCacheKey } from "./timings-cache.ts";

const club = perTest(() => createReadingClub());

/** Writes the timings of a book that is one section, and returns how a member requests them. */
async function giveTimings(count: number): Promise<() => Promise<Response>> {
  await club.giveText({ chapters: plainChapters([500]) });
  const { deps, bookId, mia } = club;
  const sectionTimings: number[] = [];
  for (let sentence = 0; sentence < count; sentence += 1)
    sectionTimings.push(sentence * 2, sentence * 2 + 1.5, sentence * 60, sentence * 60 + 59, 1);
  const path = deps.disk.absolute(`cache/${timingsCacheKey(deps, { id: bookId })}`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ share: 1, sound: [], points: [], sections: [sectionTimings], fault: null }));
  return () => mia.call("GET", `/api/books/${bookId}/sentences?section=0`);
}

/** How often other tasks ran in the meantime. */
async function countLoopTurns<Result>(work: Promise<Result>): Promise<[turns: number, result: Result]> {
  let turnCount = 0;
  const timer = setInterval(() => (turnCount += 1), 0);
  const result = await work;
  clearInterval(timer);
  return [turnCount, result];
}

/** More than a phone can show. */
const COUNT = 200_000;

test("aligns a book of one section without blocking others", async () => {
  const fetchSentences = await giveTimings(COUNT);
  const [turnCount, response] = await countLoopTurns(fetchSentences());
  // other tasks ran between its chunks
  expect(turnCount).toBeGreaterThan(30);
  const { sentences } = await response.json();
  expect(sentences).toHaveLength(COUNT);
  expect(sentences.at(-1)).toEqual({ start: 399_998, end: 399_999.5, from: 11_999_940, to: 11_999_999, sure: true });
});

test("serves twenty readers one after the other", async () => {
  const fetchSentences = await giveTimings(COUNT / 10);
  const [turnCount, responses] = await countLoopTurns(Promise.all(Array.from({ length: 20 }, fetchSentences)));
  expect(turnCount).toBeGreaterThan(20 * 4);
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
});
