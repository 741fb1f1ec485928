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
  const section: number[] = [];
  for (let one = 0; one < count; one += 1) section.push(one * 2, one * 2 + 1.5, one * 60, one * 60 + 59, 1);
  const path = deps.disk.absolute(`cache/${timingsCacheKey(deps, { id: bookId })}`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ share: 1, sound: [], points: [], sections: [section], fault: null }));
  return () => mia.call("GET", `/api/books/${bookId}/sentences?section=0`);
}

/** How often other tasks ran in the meantime. */
async function countLoopTurns<Result>(work: Promise<Result>): Promise<[turns: number, result: Result]> {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  const result = await work;
  clearInterval(timer);
  return [turns, result];
}

/** More than a phone can show. */
const COUNT = 200_000;

test("aligns a book of one section without blocking others", async () => {
  const read = await giveTimings(COUNT);
  const [turns, answer] = await countLoopTurns(read());
  // other tasks ran between its chunks
  expect(turns).toBeGreaterThan(30);
  const { sentences } = await answer.json();
  expect(sentences).toHaveLength(COUNT);
  expect(sentences.at(-1)).toEqual({ start: 399_998, end: 399_999.5, from: 11_999_940, to: 11_999_999, sure: true });
});

test("serves twenty readers one after the other", async () => {
  const read = await giveTimings(COUNT / 10);
  const [turns, answers] = await countLoopTurns(Promise.all(Array.from({ length: 20 }, read)));
  expect(turns).toBeGreaterThan(20 * 4);
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
});
