import type { PreservedProgress } from "#db/editions.ts";
import type { ListeningProgress } from "#db/progress.ts";
import { describeError } from "#server/adapters/log.ts";
import { KilledChildError } from "#server/adapters/sandbox.ts";
import { busyError } from "#server/books/editions/find-text-crosswalk.ts";
import { hasPositions, type Listening, listListeningProgress } from "#server/books/editions/replace-edition.ts";
import type { Deps } from "#server/deps.ts";

import { type LoadedBook, openBook, toFraction } from "./loaded-book.ts";

/** Seconds to listen after a jump before it counts as reached. */
export const MIN_LISTENED_SECONDS = 60;
const MEMBERS_PER_YIELD = 100;

/** Each member's listened fraction of the text, and the match it's counted by. @throws AppError busy */
export async function readListening(deps: Deps, bookId: number): Promise<Listening> {
  if (!hasPositions(deps, bookId)) return { progress: [], timeline: null };
  try {
    const book = await openForMember(deps, bookId, 0);
    return { progress: await listProgress(deps, bookId, book), timeline: book.timeline };
  } catch (error) {
    if (error instanceof KilledChildError) throw busyError(error);
    deps.log.warn("reading a book's file failed", { error: describeError(error) });
    return { progress: [], timeline: null };
  }
}

const openForMember = (deps: Deps, bookId: number, id: number) => openBook(deps, { id, isAdmin: true }, bookId);

async function listProgress(deps: Deps, bookId: number, book: LoadedBook): Promise<PreservedProgress[]> {
  const authors = new Set(deps.stores.anchors.listAuthors(bookId));
  const preserved: PreservedProgress[] = [];
  for (const { userId, ...row } of listListeningProgress(deps, bookId).filter(({ counted }) => counted > 0)) {
    if (preserved.length % MEMBERS_PER_YIELD === MEMBERS_PER_YIELD - 1) await Bun.sleep(0);
    const loaded = authors.has(userId) ? await openForMember(deps, bookId, userId) : book;
    preserved.push({ userId, share: listenedFraction(loaded, row), seconds: row.counted });
  }
  return preserved;
}

/** The listened fraction of the text. After a file or the match changed, it stays until more is played. */
export function listenedFraction(loaded: LoadedBook, progress: ListeningProgress | null): number {
  if (!progress) return 0;
  const { counted, heldShare, heldSeconds } = progress;
  if (heldShare === null || heldSeconds === null) return toFraction(loaded, counted);
  const durationSeconds = loaded.book.audiobookSeconds ?? 0;
  if (counted <= heldSeconds || durationSeconds <= heldSeconds) return heldShare;
  // the preserved fraction refers to a text that was removed
  if (!loaded.timeline)
    return heldShare + Math.min(1, (counted - heldSeconds) / (durationSeconds - heldSeconds)) * (1 - heldShare);
  const hasListenedFurther = counted >= Math.min(heldSeconds + MIN_LISTENED_SECONDS, durationSeconds - 1);
  return hasListenedFurther ? Math.max(heldShare, toFraction(loaded, counted)) : heldShare;
}
