import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { openDatabase } from "#db/open.ts";
import { createStores } from "#db/stores.ts";
import { type ApiClient, callAsAdmin } from "#tests/support/api-client.ts";
import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { importBook } from "#tests/support/reader-page.ts";
import { bookOf, plainChapters } from "#tests/support/reading-book.ts";

/** More books than the server keeps in memory, each one section with more sentences than a phone can show. */
const BOOKS = 6;
const SENTENCES = 200_000;
/** The server reads a section in about a hundred pieces. */
const CALLS_IN_BETWEEN_MIN = 5;

let club: RunningClub;
let ada: ApiClient;
const bookIds: number[] = [];
beforeAll(async () => {
  club = await startClub({ environment: { LOG_LEVEL: "error", NIGHTLY_BACKUP: "off" } });
  await club.makeAdmin();
  for (let book = 1; book <= BOOKS; book += 1) {
    const ebook = bookOf({ chapters: plainChapters([500 + book]) });
    bookIds.push(await importBook(club, { title: `Book ${book}`, month: `2026-0${book}`, ebook }));
  }
  await club.kill();
  writeTimings();
  await club.restart();
  ada = await callAsAdmin(club);
}, 300_000);
afterAll(() => club.stop());

/** The files as the server writes them once it has aligned a book with its own audio. */
function writeTimings() {
  const sectionTimings: number[] = [];
  for (let sentence = 0; sentence < SENTENCES; sentence += 1)
    sectionTimings.push(sentence * 2, sentence * 2 + 1.5, sentence * 60, sentence * 60 + 59, 1);
  const timings = { share: 1, sound: [], points: [], sections: [sectionTimings], fault: null };
  const db = openDatabase(join(club.storageDir, "bookclub.db"));
  const { books } = createStores(db);
  mkdirSync(join(club.storageDir, "cache/sentences"), { recursive: true });
  for (const id of bookIds) {
    const name = `${books.findFile(id, "ebook")?.sha256}-own-2`;
    writeFileSync(join(club.storageDir, "cache/sentences", name), JSON.stringify(timings));
  }
  db.close();
}

/** How many calls of another member are answered until `work` is. */
async function countCallsDuring<Result>(work: Promise<Result>): Promise<[count: number, result: Result]> {
  const state = { isOver: false };
  let count = 0;
  const callRepeatedly = async () => {
    while (!state.isOver) {
      expect((await fetch(`${club.url}/api/health`)).status).toBe(200);
      if (!state.isOver) count += 1;
    }
  };
  const calls = callRepeatedly();
  const result = await work;
  state.isOver = true;
  await calls;
  return [count, result];
}

test("answers others while large sentence files are read", async () => {
  const counts: number[] = [];
  // again from the first one, which isn't in memory anymore
  for (const id of [...bookIds, ...bookIds]) {
    // the response has begun once all sentences are read
    const [count, response] = await countCallsDuring(ada.call("GET", `/api/books/${id}/sentences?section=0`));
    const { sentences } = await response.json();
    expect(sentences).toHaveLength(SENTENCES);
    counts.push(count);
  }
  console.log(`calls answered while each of ${counts.length} files was read: ${counts.join(", ")}`);
  expect(Math.min(...counts)).toBeGreaterThan(CALLS_IN_BETWEEN_MIN);
}, 300_000);
