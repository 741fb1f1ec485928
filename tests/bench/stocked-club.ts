import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { addCalendarMonths } from "#contract/zoned-time.ts";
import { migrate } from "#db/migrate.ts";
import { openDatabase } from "#db/open.ts";
import { startSession } from "#server/access/sessions.ts";
import { readConfig } from "#server/config.ts";
import { createDeps } from "#server/deps.ts";
import { memberRow } from "#tests/support/member-row.ts";

export const BENCH_PASSWORD = "Merlot & mystery 1859";

type Stock = { members: number; books: number; posts: number };

/**
 * A club of this size; the last book is the current one. @returns the members' cookies (the first is an admin), and the
 * current book's id
 */
export async function stockClub(storageDir: string, { members, books, posts }: Stock) {
  mkdirSync(storageDir, { recursive: true, mode: 0o700 });
  const db = openDatabase(join(storageDir, "bookclub.db"));
  migrate(db, null);
  const deps = createDeps(readConfig({ STORAGE_DIR: storageDir }), db);
  const createdAt = new Date().toISOString();
  const passwordHash = await deps.passwords.hash(BENCH_PASSWORD);
  const rows = deps.stores.transaction(() => {
    const ids = Array.from({ length: members }, (_, index) => {
      const row = memberRow(`member${index}`, createdAt);
      const displayName = `Member ${index}`;
      return deps.stores.users.insert({ ...row, displayName, isAdmin: index === 0, passwordHash });
    });
    const [firstId = 0] = ids;
    for (let index = 0; index < posts; index += 1)
      deps.stores.posts.insert({
        userId: ids[index % ids.length] ?? firstId,
        content: `Cheese number ${index}`,
        createdAt,
        meetingId: null,
      });
    const bookIds = Array.from({ length: books }, (_, index) => {
      const month = addCalendarMonths("2026-01", index - books + 1);
      return deps.stores.books.insert(
        { title: `Book ${index}`, author: "A. Author", month, synopsis: "A storm, a lamp, a letter. ".repeat(24) },
        createdAt,
      );
    });
    return {
      bookId: bookIds.at(-1)?.id ?? 0,
      cookies: ids.map((id) => `session=${startSession(deps, id, "Bench")}`),
    };
  });
  db.close();
  return { bookId: rows.bookId, cookies: rows.cookies, cookie: rows.cookies[0] ?? "" };
}
