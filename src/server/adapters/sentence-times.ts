import type { Book } from "#contract/books.ts";
import type { SentencesState } from "#contract/sentences.ts";

/** What the room that listens to books tells the others, which never import it (BEYOND 11). */
export type SentenceTimes = {
  /** Seconds, code points of the text and how sure the line after it is, one after the other; null while unknown. */
  points: (book: Book) => readonly number[] | null;
  state: (book: Book) => SentencesState;
  /** Has a book listened to again, by a new match. */
  listenAgain: (book: Book) => Promise<void>;
  /** Listens to each book that waits for it. */
  listenToBooks: (signal: AbortSignal) => Promise<void>;
  /** Names under `cache/` that are still wanted. */
  names: () => readonly string[];
};

/** Until the room's routes put theirs here. */
export const createSentenceTimes = (): SentenceTimes => ({
  points: () => null,
  state: () => ({ state: "none", share: 0, progress: 0 }),
  listenAgain: async () => {},
  listenToBooks: async () => {},
  names: () => [],
});
