import type { Book } from "#contract/books.ts";
import type { SentencesState } from "#contract/sentences.ts";

/** What the room that listens to books tells the others, which never import it (BEYOND 11). Each call gets `Deps`. */
export type SentenceTimes<Deps> = {
  /** Seconds, code points of the text and how sure the line after it is, one after the other; null while unknown. */
  points: (deps: Deps, book: Book) => readonly number[] | null;
  state: (deps: Deps, book: Book) => SentencesState;
  /** Has a book listened to again, by a new match. */
  requestRealignment: (deps: Deps, book: Book) => Promise<void>;
  /** Listens to each book that waits for it. */
  alignPendingBooks: (deps: Deps, signal: AbortSignal) => Promise<void>;
  /** Names under `cache/` that are still wanted. */
  names: (deps: Deps) => readonly string[];
};

/** Until the room's routes put theirs here. */
export const createSentenceTimes = (): SentenceTimes<unknown> => ({
  points: () => null,
  state: () => ({ state: "none", share: 0, progress: 0 }),
  requestRealignment: async () => {},
  alignPendingBooks: async () => {},
  names: () => [],
});
