import type { Held } from "#db/editions.ts";
import type { HeardShares } from "#server/adapters/heard-shares.ts";
import { listAnchorAuthors } from "#server/alignment/anchors.ts";
import { openBook } from "#server/alignment/loaded-book.ts";
import type { Deps } from "#server/deps.ts";

import { listenedFraction } from "./furthest.ts";

const AT_ONCE = 100;

/** For modules below this one. */
export const HEARD_SHARES: HeardShares<Deps> = { list: listHeardShares };

/** Every member's, by what they said themselves and what the match says now. */
async function listHeardShares(deps: Deps, bookId: number): Promise<Held[]> {
  const heard = deps.stores.progress.listHeard(bookId).filter(({ counted }) => counted > 0);
  if (heard.length === 0) return [];
  const openAs = (id: number) => openBook(deps, { id, isAdmin: true }, bookId);
  const [book, authors] = [await openAs(0), new Set(listAnchorAuthors(deps, bookId))];
  const held: Held[] = [];
  for (const { userId, ...row } of heard) {
    if (held.length % AT_ONCE === AT_ONCE - 1) await Bun.sleep(0);
    const loaded = authors.has(userId) ? await openAs(userId) : book;
    held.push({ userId, share: listenedFraction(loaded, row), seconds: row.counted });
  }
  return held;
}
