import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { perTest } from "#tests/support/each-club.ts";
import { plainChapters } from "#tests/support/reading-book.ts";
import { createReadingClub } from "#tests/support/reading-club.ts";

import { timingsCacheKey } from "./timings-cache.ts";

const club = perTest(() => createReadingClub());

/** Words of a book that is one section, more than a phone can show. */
const COUNT = 200_000;

test("aligns a book of one section without blocking others", async () => {
  await club.giveText({ chapters: plainChapters([500]) });
  const { deps, bookId, mia } = club;
  const section: number[] = [];
  for (let one = 0; one < COUNT; one += 1) section.push(one * 2, one * 2 + 1.5, one * 60, one * 60 + 59, 1);
  const path = deps.disk.absolute(`cache/${timingsCacheKey(deps, { id: bookId })}`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ share: 1, sound: [], points: [], sections: [section], fault: null }));

  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  const answer = await mia.call("GET", `/api/books/${bookId}/sentences?section=0`);
  clearInterval(timer);
  // other tasks ran between its chunks
  expect(turns).toBeGreaterThan(30);
  const { sentences } = await answer.json();
  expect(sentences).toHaveLength(COUNT);
  expect(sentences.at(-1)).toEqual({ start: 399_998, end: 399_999.5, from: 11_999_940, to: 11_999_999, sure: true });
});
