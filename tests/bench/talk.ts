import { join } from "node:path";

import { createNoteStore } from "#db/notes.ts";
import { openDatabase } from "#db/open.ts";
import { createReplyStore } from "#db/replies.ts";
import { executable } from "#tests/support/executable.ts";

import { inFolder, startServer } from "./compiled.ts";
import { costOf } from "./load.ts";
import { median, spread } from "./row.ts";
import { stockClub } from "./stocked-club.ts";

const ROUNDS = 7;
const CALLS = 1500;
const CHAPTERS = 40;
/** The requested chapter, and its notes in both clubs: the same page. */
const CHAPTER = 20;
const PAGE_NOTES = 20;

/** One chapter of a talk of 5,000 notes, compared with a talk of 20. */
export const talkBench = inFolder(async (folder) => {
  const program = await executable();
  const start = async (name: string, notes: number) => {
    const storage = join(folder, name);
    const { bookId, cookie } = await stockClub(storage, { members: 20, books: 1, posts: 0 });
    writeNotes(join(storage, "bookclub.db"), bookId, notes);
    const server = await startServer(program, { STORAGE_DIR: storage, NIGHTLY_BACKUP: "off" });
    const headers = { cookie, "content-type": "application/json" };
    const body = JSON.stringify({ fraction: 1 });
    await fetch(`${server.url}/api/books/${bookId}/reached`, { method: "PUT", headers, body });
    const read = () => fetch(`${server.url}/api/books/${bookId}/notes?chapter=${CHAPTER}`, { headers });
    const { notes: page } = await (await read()).json();
    if (page.length !== PAGE_NOTES) throw new Error(`The page has ${page.length} notes`);
    return { ...server, read };
  };
  const small = await start("small", PAGE_NOTES);
  const large = await start("large", 5000);
  const costs: [number[], number[]] = [[], []];
  try {
    // the first round warms up
    for (let round = -1; round < ROUNDS; round += 1)
      for (const [which, { pid, read }] of [small, large].entries()) {
        const cost = await costOf(pid, round < 0 ? CALLS * 4 : CALLS, read);
        if (round >= 0) costs[which]?.push(cost);
      }
  } finally {
    await small.stop();
    await large.stop();
  }
  const ratios = costs[1].map((cost, round) => cost / (costs[0][round] ?? 0));
  return [
    {
      what: "GET /api/books/{id}/notes?chapter=, 5,000 notes",
      club: `${spread(costs[1])} µs, ${median(ratios).toFixed(2)} ×`,
      compared: `20 notes ${spread(costs[0])} µs`,
      budget: "≤ 1.5 ×",
      holds: median(ratios) <= 1.5,
    },
  ];
});

/** The page's notes, and the rest spread over other chapters; each with a reply. */
function writeNotes(file: string, bookId: number, count: number): void {
  const db = openDatabase(file);
  const [notes, replies] = [createNoteStore(db), createReplyStore(db)];
  const now = new Date().toISOString();
  db.transaction(() => {
    for (let index = 0; index < count; index += 1) {
      const other = (CHAPTER + 1 + (index % (CHAPTERS - 1))) % CHAPTERS;
      const chapter = index < PAGE_NOTES ? CHAPTER : other;
      const noteId = notes.insert({
        bookId,
        userId: 2 + (index % 19),
        fraction: (chapter + (index % 100) / 100) / CHAPTERS,
        chapter,
        chapterTitle: `Chapter ${chapter + 1}`,
        text: "A storm, a lamp, a letter. ".repeat(6),
        quote: "",
        kind: "note",
        now,
      });
      replies.insert({ noteId, userId: 1 + (index % 20), text: "I thought so, too.", now });
    }
  })();
  db.close();
}
