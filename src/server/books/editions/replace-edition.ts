import type { Chapter } from "#contract/books.ts";
import { chapterIndexAt } from "#contract/chapters.ts";
import type { Timeline } from "#contract/timeline.ts";
import type { BookFile, BookFileKind } from "#db/books.ts";
import type { PositionMapping, PreservedProgress } from "#db/editions.ts";
import type { ListeningProgress } from "#db/progress.ts";
import type { Deps } from "#server/deps.ts";
import { tocEntryAt } from "#server/epub/ebooks.ts";
import type { TextContents } from "#server/epub/read-contents.ts";

import { type AudioOutline, compareAudio } from "./compare-audio.ts";
import { type Crosswalk, inOrder, invertCrosswalk, mapPosition, SAME_SHARE } from "./crosswalk.ts";
import { editionOfFile, NO_EDITION, toWholeSeconds } from "./edition.ts";
import { createStoredOutline, findTextCrosswalk, openTextOrNull, UNKNOWN } from "./find-text-crosswalk.ts";
import { foldTitle } from "./titles.ts";

export type Next = Pick<BookFile, "path" | "sha256"> & { sound: AudioOutline | null };

/** Call `apply` in the transaction that saves the file. */
export type EditionChange = {
  isStill: () => boolean;
  apply: () => void;
};

/** The listened positions that count now, and the match of text and audio; null without both files. */
export type Listening = { progress: readonly PreservedProgress[]; timeline: Timeline | null };
/** A parameter, because this module can't import alignment. */
export type ReadListening = (deps: Deps, bookId: number) => Promise<Listening>;

const IDENTITY_SECONDS: Crosswalk = [0, 0, 1e9, 1e9];

/** Compares the files before the transaction. @param next null to remove the file @throws AppError busy */
export async function prepareEdition(
  deps: Deps,
  of: { bookId: number; kind: BookFileKind },
  next: Next | null,
  readListening: ReadListening,
): Promise<EditionChange> {
  const { bookId, kind } = of;
  const { books, editions } = deps.stores;
  const before = books.findFile(bookId, kind);
  const paths = () => (["ebook", "audiobook"] as const).map((one) => books.findFile(bookId, one)?.path ?? "").join(" ");
  const prepared = paths();
  const isStill = () => paths() === prepared;
  const isSame = before !== null && next?.sha256 === before.sha256;
  if (isSame) return { isStill, apply: () => {} };
  const { progress: held, timeline } = await readListening(deps, bookId);
  const known = before && (await outlineOf(deps, of, before, next === null ? { timeline } : null));
  if (!next)
    return {
      isStill,
      apply: () => {
        editions.saveHeldProgress(bookId, held);
        if (before) editions.save(of, { edition: editionOfFile(before.sha256), next: null, known: known ?? UNKNOWN });
      },
    };
  const last = before ? null : editions.findLast(of);
  if (!before && !last && !editions.hasPlaces(bookId)) return { isStill, apply: () => {} };
  const edition = before ? editionOfFile(before.sha256) : (last?.edition ?? NO_EDITION);
  const to = editionOfFile(next.sha256);
  const hasReturned = edition === to;
  const outline = before ? (known ?? UNKNOWN) : (last?.known ?? null);
  const left = editions.find(of, to);
  const back = left?.next === edition ? invertCrosswalk(JSON.parse(left.known) as Crosswalk) : null;
  const change = hasReturned
    ? null
    : await (kind === "ebook" ? compareTextEditions : compareAudioEditions)(deps, {
        bookId,
        outline,
        timeline,
        next,
        back,
      });
  return {
    isStill,
    apply: () => {
      if (hasReturned) editions.remove(of, edition);
      if (change) editions.save(of, { edition, next: to, known: JSON.stringify(change.places) });
      const move = orderedMove(deps, bookId, held, change?.move ?? {});
      editions.move(bookId, move);
      editions.saveHeldProgress(bookId, movedHeld(held, move));
    },
  };
}

/** If a replaced file of the book would change what a member has reached. */
export const hasPositions = ({ stores }: Deps, bookId: number): boolean => stores.editions.hasPlaces(bookId);

export function listListeningProgress({ stores }: Deps, bookId: number): (ListeningProgress & { userId: number })[] {
  return stores.editions.listListeningProgress(bookId);
}

/** Call it in the transaction that changes the alignment, so that no more counts because of the change. */
export function preserveListenedFractions({ stores }: Deps, bookId: number, held: readonly PreservedProgress[]): void {
  stores.editions.saveHeldProgress(bookId, held);
}

export function recordSameAudio({ stores }: Deps, bookId: number, from: BookFile, to: Pick<BookFile, "sha256">) {
  const [edition, next] = [editionOfFile(from.sha256), editionOfFile(to.sha256)];
  stores.editions.save({ bookId, kind: "audiobook" }, { edition, next, known: JSON.stringify(IDENTITY_SECONDS) });
}

function orderedMove(
  { stores }: Deps,
  bookId: number,
  held: readonly PreservedProgress[],
  move: PositionMapping,
): PositionMapping {
  if (!move.share) return move;
  const places = [...stores.editions.listShares(bookId), ...held.map(({ share }) => share)];
  return { ...move, share: inOrder(places, move.share) };
}

function movedHeld(held: readonly PreservedProgress[], { share, seconds }: PositionMapping): PreservedProgress[] {
  return held.map((one) => ({
    ...one,
    share: share ? share(one.share) : one.share,
    seconds: seconds ? seconds(one.seconds) : one.seconds,
  }));
}

async function outlineOf(
  deps: Deps,
  { bookId, kind }: { bookId: number; kind: BookFileKind },
  file: BookFile,
  stored: { timeline: Timeline | null } | null,
): Promise<string | null> {
  if (kind === "audiobook") {
    const { audiobookSeconds, chapters } = deps.stores.books.find(bookId) ?? {};
    return audiobookSeconds ? JSON.stringify({ seconds: audiobookSeconds, chapters }) : null;
  }
  const packPath = (await openTextOrNull(deps, file))?.packPath;
  return packPath && stored ? createStoredOutline(deps, bookId, packPath, stored.timeline) : (packPath ?? null);
}

/** `outline` describes the current edition; `back` maps to the next one if the current one had replaced it. */
type EditionComparison = {
  bookId: number;
  outline: string | null;
  timeline: Timeline | null;
  next: Next;
  back: Crosswalk | null;
};
type Change = { places: Crosswalk; move: PositionMapping };

async function compareTextEditions(deps: Deps, { next, back, ...comparison }: EditionComparison): Promise<Change> {
  const text = await openTextOrNull(deps, next);
  const crosswalk = back ?? (text ? await findTextCrosswalk(deps, comparison, text) : null) ?? SAME_SHARE;
  const contents = text?.contents ?? null;
  return { places: crosswalk, move: { ...moveBy(crosswalk), chapter: chapterIn(contents) } };
}

async function compareAudioEditions(
  deps: Deps,
  { bookId, outline, next: { sound }, back }: EditionComparison,
): Promise<Change> {
  const from = outline === null ? null : (JSON.parse(outline) as Partial<AudioOutline>);
  const { seconds: old, chapters = [] } = from ?? {};
  if (!old || !sound) return { places: IDENTITY_SECONDS, move: {} };
  const isWhole = back !== null && (back.at(-2) ?? 0) >= Math.floor(old);
  const crosswalk = isWhole ? back.map((place, at) => place / (at % 2 === 0 ? old : sound.seconds)) : null;
  const shares = crosswalk ?? compareAudio({ seconds: old, chapters }, sound);
  const places = shares.map((share, at) => share * (at % 2 === 0 ? old : sound.seconds));
  const hasText =
    deps.stores.books.findFile(bookId, "ebook") ?? deps.stores.editions.findLast({ bookId, kind: "ebook" });
  const seconds = (place: number) => toWholeSeconds(mapPosition(places, place));
  const track = trackIn(sound.chapters);
  return { places, move: { ...(hasText ? {} : moveBy(shares)), seconds, track } };
}

function moveBy(crosswalk: Crosswalk): Pick<PositionMapping, "share"> {
  return crosswalk === SAME_SHARE ? {} : { share: (share) => mapPosition(crosswalk, share) };
}

function chapterIn(contents: TextContents | null): PositionMapping["chapter"] {
  if (!contents) return undefined;
  return (share, title) => {
    // at the start nothing was read, whatever chapter is there now
    const own =
      share > 0 || title === null ? -1 : contents.toc.findIndex((line) => foldTitle(line.title) === foldTitle(title));
    const line = contents.toc[own];
    return line ? { index: own, title: line.title } : tocEntryAt(contents, share);
  };
}

function trackIn(chapters: readonly Chapter[]): PositionMapping["track"] {
  return (seconds) => chapterIndexAt(chapters, seconds);
}
