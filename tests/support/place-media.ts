import type { Reader } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { listJumps, readProgress, saveProgress } from "#server/places/sound.ts";
import { listReadingJumps, readReadingProgress, saveReadingProgress } from "#server/places/text.ts";
import { type PendingSave, type SavedPlace, toCall } from "#web/listening/saving/save-queue.ts";

type Refused = { refused: SavedPlace };

/** A place in audio or text: how it is stored, and what counts as near. Lengths in its own unit. */
export type PlaceMedium = {
  read: (deps: Deps, user: Reader, bookId: number) => SavedPlace;
  save: (deps: Deps, user: Reader, save: PendingSave, now: number) => SavedPlace | Refused;
  /** A save of only the place. */
  plain: (deps: Deps, user: Reader, bookId: number, position: number) => SavedPlace | Refused;
  history: (deps: Deps, user: Reader, bookId: number) => { position: number; locator: string | null }[];
  /** The place's locator; null in audio. */
  locator: (position: number) => string | null;
  /** Of the histories' whole numbers, which are seconds of audio. */
  at: (number: number) => number;
  end: number;
  /** A tick's length, and its seconds. */
  tick: { length: number; seconds: number };
  /** Searching isn't being there: from here a place counts as reached. */
  settled: number;
  /** The member may be put back this far without losing their place. */
  slack: number;
  /** Places this close are one to the page. */
  samePlace: number;
  /** The beginning can't be lost. */
  beginning: number;
};

/** Seconds of audio. */
export const SOUND: PlaceMedium = {
  read: readProgress,
  save(deps, user, save, now) {
    const answer = saveProgress(deps, user, toCall(save, now));
    return "message" in answer ? { refused: answer.progress } : answer;
  },
  plain(deps, user, bookId, currentTime) {
    const answer = saveProgress(deps, user, { bookId, currentTime, chapter: 0 });
    return "message" in answer ? { refused: answer.progress } : answer;
  },
  history: (deps, user, bookId) =>
    listJumps(deps, user, bookId).map(({ currentTime }) => ({ position: currentTime, locator: null })),
  locator: () => null,
  at: (number) => number,
  end: Number.POSITIVE_INFINITY,
  tick: { length: 3, seconds: 3 },
  settled: 10,
  slack: 60,
  samePlace: 30,
  beginning: 30,
};

/** Code points of a text the server hasn't read. */
const LENGTH = 400_000;
const ofText = (codePoints: number) => codePoints / LENGTH;
const asSaved = ({ fraction, ...place }: ReturnType<typeof readReadingProgress>): SavedPlace => ({
  ...place,
  currentTime: fraction,
});

/** Shares of a text, each with its locator. */
export const TEXT: PlaceMedium = {
  read: (deps, user, bookId) => asSaved(readReadingProgress(deps, user, bookId)),
  save(deps, user, save, now) {
    const { currentTime: fraction, chapter: _, ...call } = toCall(save, now);
    const answer = saveReadingProgress(deps, user, { ...call, fraction, locator: save.locator ?? null });
    return "message" in answer ? { refused: asSaved(answer.progress) } : asSaved(answer);
  },
  plain(deps, user, bookId, fraction) {
    const answer = saveReadingProgress(deps, user, { bookId, fraction, locator: TEXT.locator(fraction) });
    return "message" in answer ? { refused: asSaved(answer.progress) } : asSaved(answer);
  },
  history: (deps, user, bookId) =>
    listReadingJumps(deps, user, bookId).map(({ fraction, locator }) => ({ position: fraction, locator })),
  locator: (position) => `at ${position}`,
  at: (number) => number / 9000,
  end: 1,
  // a page
  tick: { length: ofText(1500), seconds: 20 },
  settled: ofText(300),
  slack: ofText(6000),
  samePlace: ofText(4000),
  beginning: ofText(1500),
};
