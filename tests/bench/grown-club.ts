import { join } from "node:path";

import { addDays } from "date-fns";

import { openDatabase } from "#db/open.ts";
import { readConfig } from "#server/config.ts";
import { createDeps } from "#server/deps.ts";

import { stockClub } from "./stocked-club.ts";

type Size = { members: number; books: number; meetings: number; sessions?: number };

/**
 * A club that has met about its latest `meetings` books except the last, which is ten days ahead. Every member has
 * answered every time and reviewed every fifth book.
 */
export async function growClub(storageDir: string, { meetings, ...size }: Size) {
  const made = await stockClub(storageDir, { ...size, posts: 20 });
  const db = openDatabase(join(storageDir, "bookclub.db"));
  const { stores } = createDeps(readConfig({ STORAGE_DIR: storageDir }), db);
  const now = new Date();
  const users = stores.users.list().map(({ id }) => id);
  const books = stores.books.list().toSorted((a, b) => b.month.localeCompare(a.month));
  stores.transaction(() => {
    for (const [index, { id: bookId, month }] of books.slice(0, meetings).entries()) {
      const date = index === 0 ? addDays(now, 10).toISOString().slice(0, 10) : `${month}-15`;
      const place = { date, time: "19:00", location: "The cellar", bookId };
      const meeting = stores.meetings.insert(place, `bench-${month}@club`, now.toISOString());
      for (const [seat, userId] of users.entries()) {
        const answer = { answer: "yes", guests: seat % 5 === 0 ? 1 : 0 } as const;
        stores.meetingAnswers.save(meeting, userId, answer, now.toISOString());
      }
    }
    const review = { stars: 4, text: "I'd read it again tomorrow.", finished: "yes" } as const;
    for (const [index, { id }] of books.entries())
      if (index % 5 === 0)
        for (const userId of users.slice(0, 50)) stores.reviews.save(id, userId, review, now.toISOString());
  });
  db.close();
  return made;
}
