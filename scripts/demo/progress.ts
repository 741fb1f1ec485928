import { subDays, subHours } from "date-fns";

import type { Book } from "#contract/books.ts";
import type { Actor } from "#server/access/caller.ts";
import type { Deps } from "#server/deps.ts";
import { setCopyStatus } from "#server/meetings/copies.ts";
import { saveProgress } from "#server/progress/audiobook-progress.ts";
import { savePaper } from "#server/progress/paper.ts";

import { depsThisMonthAt } from "./club-at.ts";

const PAPER_READER = { username: "dev", copy: { page: 9, pages: 26 } };

export async function seedSaves(deps: Deps, now: Date, book: Book, find: (username: string) => Actor): Promise<void> {
  const yesterday = depsThisMonthAt(deps, now, subDays(now, 1));
  await savePaper(yesterday, find(PAPER_READER.username), book.id, PAPER_READER.copy);
  for (const username of ["leopold", "frances"]) setCopyStatus(yesterday, find(username), book.id, "lend");
  // a first position far from the start would count as a jump
  const { user: listener } = find("teo");
  saveProgress(yesterday, listener, { bookId: book.id, currentTime: 0 });
  saveProgress(depsThisMonthAt(deps, now, subHours(now, 1)), listener, { bookId: book.id, currentTime: 301 });
}
