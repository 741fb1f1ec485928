import type { Book } from "#contract/books.ts";
import type { SectionSentences, SentencesState } from "#contract/sentences.ts";
import type { SentenceTimes } from "#server/adapters/sentence-times.ts";
import { type BookViewer, requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";

import { isResting } from "./failed-listens.ts";
import { sentencesOf } from "./heard/heard.ts";
import { findHeard, heardName, listHeardNames } from "./kept-sentences.ts";
import { listenToBooks } from "./listen-to-books.ts";
import { listenAgain, progressOf } from "./listen-to.ts";

/** When each sentence of a section is heard (BEYOND 11). @throws AppError not-found */
export function readSentences(deps: Deps, viewer: BookViewer, bookId: number, section: number): SectionSentences {
  const heard = findHeard(deps, requireBook(deps, viewer, bookId));
  if (!heard) return { sentences: [] };
  return { sentences: sentencesOf(heard, section), ...(heard.sound.length > 0 && { sound: heard.sound }) };
}

/** All that other rooms know of this one. */
export const SENTENCE_TIMES: SentenceTimes<Deps> = {
  points: (deps, book) => findHeard(deps, book)?.points ?? null,
  state: sentencesState,
  listenAgain,
  listenToBooks,
  names: listHeardNames,
};

/** How far the club is with listening to a book (BEYOND 11). */
function sentencesState(deps: Deps, book: Book): SentencesState {
  const name = heardName(deps, book);
  if (name === null) return { state: "none", share: 0, progress: 0 };
  const progress = progressOf(deps, name);
  if (progress !== null) return { state: "working", share: 0, progress };
  const heard = findHeard(deps, book);
  if (heard && heard.fault === null) return { state: "ready", share: heard.share, progress: 1 };
  const isDone = heard !== null || deps.listener.isRefused(name) || isResting(deps, name);
  // an eBook without sound has nothing to listen to
  const state = !isDone ? "waiting" : book.audiobookSeconds ? "not-possible" : "none";
  return { state, share: 0, progress: isDone ? 1 : 0 };
}
