import { subDays } from "date-fns";

import type { Book } from "#contract/books.ts";
import type { Actor } from "#server/access/caller.ts";
import type { Deps } from "#server/deps.ts";
import { setCopyStatus } from "#server/meetings/copies.ts";
import { saveProgress } from "#server/progress/audiobook-progress.ts";
import { savePaper } from "#server/progress/paper.ts";

import { thisMonthAt } from "./club-at.ts";

const LISTENER = { username: "teo", seconds: 301 };
const PAPER_READER = { username: "dev", page: 9, pages: 26 };
const LENDERS = ["leopold", "frances"];

export async function seedPlaces(deps: Deps, now: Date, book: Book, find: (username: string) => Actor): Promise<void> {
  const yesterday = thisMonthAt(deps, now, subDays(now, 1));
  const { page, pages } = PAPER_READER;
  await savePaper(yesterday, find(PAPER_READER.username), book.id, { page, pages });
  for (const username of LENDERS) setCopyStatus(yesterday, find(username), book.id, "lend");
  saveProgress(yesterday, find(LISTENER.username).user, { bookId: book.id, currentTime: LISTENER.seconds });
}
