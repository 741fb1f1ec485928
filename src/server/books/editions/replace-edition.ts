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
import { type Crosswalk, IDENTITY_CROSSWALK, invertCrosswalk, mapPosition, preservingOrder } from "./crosswalk.ts";
import { editionOfFile, NO_EDITION, toWholeSeconds } from "./edition.ts";
import { createStoredOutline, findTextCrosswalk, openTextOrNull, UNREADABLE_OUTLINE } from "./find-text-crosswalk.ts";
import { foldTitle } from "./titles.ts";

export type NextFile = Pick<BookFile, "path" | "sha256"> & { sound: AudioOutline | null };

/** Call `apply` in the transaction that saves the file. */
export type EditionChange = {
  isUnchanged: () => boolean;
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
  bookFile: { bookId: number; kind: BookFileKind },
  next: NextFile | null,
  readListening: ReadListening,
): Promise<EditionChange> {
  const { bookId, kind } = bookFile;
  const { books, editions } = deps.stores;
  const currentFile = books.findFile(bookId, kind);
  const currentPaths = () =>
    (["ebook", "audiobook"] as const).map((one) => books.findFile(bookId, one)?.path ?? "").join(" ");
  const preparedPaths = currentPaths();
  const isUnchanged = () => currentPaths() === preparedPaths;
  const isSame = currentFile !== null && next?.sha256 === currentFile.sha256;
  if (isSame) return { isUnchanged, apply: () => {} };
  const { progress: listened, timeline } = await readListening(deps, bookId);
  const currentOutline =
    currentFile && (await outlineOf(deps, bookFile, currentFile, next === null ? { timeline } : null));
  if (!next)
    return {
      isUnchanged,
      apply: () => {
        editions.saveHeldProgress(bookId, listened);
        if (currentFile)
          editions.save(bookFile, {
            edition: editionOfFile(currentFile.sha256),
            next: null,
            known: currentOutline ?? UNREADABLE_OUTLINE,
          });
      },
    };
  const lastEdition = currentFile ? null : editions.findLast(bookFile);
  if (!currentFile && !lastEdition && !editions.hasPlaces(bookId)) return { isUnchanged, apply: () => {} };
  const edition = currentFile ? editionOfFile(currentFile.sha256) : (lastEdition?.edition ?? NO_EDITION);
  const nextEdition = editionOfFile(next.sha256);
  const isReupload = edition === nextEdition;
  const outline = currentFile ? (currentOutline ?? UNREADABLE_OUTLINE) : (lastEdition?.known ?? null);
  const formerEdition = editions.find(bookFile, nextEdition);
  const backCrosswalk =
    formerEdition?.next === edition ? invertCrosswalk(JSON.parse(formerEdition.known) as Crosswalk) : null;
  const comparison = isReupload
    ? null
    : await (kind === "ebook" ? compareTextEditions : compareAudioEditions)(deps, {
        bookId,
        outline,
        timeline,
        next,
        back: backCrosswalk,
      });
  return {
    isUnchanged,
    apply: () => {
      if (isReupload) editions.remove(bookFile, edition);
      if (comparison) editions.save(bookFile, { edition, next: nextEdition, known: JSON.stringify(comparison.places) });
      const mapping = preserveOrder(deps, bookId, listened, comparison?.move ?? {});
      editions.move(bookId, mapping);
      editions.saveHeldProgress(bookId, mapListened(listened, mapping));
    },
  };
}

/** If a replaced file of the book would change what a member has reached. */
export const hasPositions = ({ stores }: Deps, bookId: number): boolean => stores.editions.hasPlaces(bookId);

export function listListeningProgress({ stores }: Deps, bookId: number): (ListeningProgress & { userId: number })[] {
  return stores.editions.listListeningProgress(bookId);
}

/** Call it in the transaction that changes the alignment, so that no more counts because of the change. */
export function preserveListenedFractions({ stores }: Deps, bookId: number, rows: readonly PreservedProgress[]): void {
  stores.editions.saveHeldProgress(bookId, rows);
}

export function recordSameAudio({ stores }: Deps, bookId: number, from: BookFile, to: Pick<BookFile, "sha256">) {
  const [edition, next] = [editionOfFile(from.sha256), editionOfFile(to.sha256)];
  stores.editions.save({ bookId, kind: "audiobook" }, { edition, next, known: JSON.stringify(IDENTITY_SECONDS) });
}

function preserveOrder(
  { stores }: Deps,
  bookId: number,
  listened: readonly PreservedProgress[],
  move: PositionMapping,
): PositionMapping {
  if (!move.share) return move;
  const places = [...stores.editions.listShares(bookId), ...listened.map(({ share }) => share)];
  return { ...move, share: preservingOrder(places, move.share) };
}

function mapListened(listened: readonly PreservedProgress[], { share, seconds }: PositionMapping): PreservedProgress[] {
  return listened.map((one) => ({
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
  next: NextFile;
  back: Crosswalk | null;
};
type Change = { places: Crosswalk; move: PositionMapping };

async function compareTextEditions(deps: Deps, { next, back, ...comparison }: EditionComparison): Promise<Change> {
  const text = await openTextOrNull(deps, next);
  const crosswalk = back ?? (text ? await findTextCrosswalk(deps, comparison, text) : null) ?? IDENTITY_CROSSWALK;
  const contents = text?.contents ?? null;
  return { places: crosswalk, move: { ...toPositionMapping(crosswalk), chapter: chapterIn(contents) } };
}

async function compareAudioEditions(
  deps: Deps,
  { bookId, outline, next: { sound }, back }: EditionComparison,
): Promise<Change> {
  const parsedOutline = outline === null ? null : (JSON.parse(outline) as Partial<AudioOutline>);
  const { seconds: oldSeconds, chapters = [] } = parsedOutline ?? {};
  if (!oldSeconds || !sound) return { places: IDENTITY_SECONDS, move: {} };
  const coversWhole = back !== null && (back.at(-2) ?? 0) >= Math.floor(oldSeconds);
  const crosswalk = coversWhole ? back.map((place, at) => place / (at % 2 === 0 ? oldSeconds : sound.seconds)) : null;
  const shares = crosswalk ?? compareAudio({ seconds: oldSeconds, chapters }, sound);
  const places = shares.map((share, at) => share * (at % 2 === 0 ? oldSeconds : sound.seconds));
  const hasText =
    deps.stores.books.findFile(bookId, "ebook") ?? deps.stores.editions.findLast({ bookId, kind: "ebook" });
  const seconds = (place: number) => toWholeSeconds(mapPosition(places, place));
  const track = trackIn(sound.chapters);
  return { places, move: { ...(hasText ? {} : toPositionMapping(shares)), seconds, track } };
}

function toPositionMapping(crosswalk: Crosswalk): Pick<PositionMapping, "share"> {
  return crosswalk === IDENTITY_CROSSWALK ? {} : { share: (share) => mapPosition(crosswalk, share) };
}

function chapterIn(contents: TextContents | null): PositionMapping["chapter"] {
  if (!contents) return undefined;
  return (share, title) => {
    // at the start nothing was read, whatever chapter is there now
    const tocIndex =
      share > 0 || title === null ? -1 : contents.toc.findIndex((line) => foldTitle(line.title) === foldTitle(title));
    const line = contents.toc[tocIndex];
    return line ? { index: tocIndex, title: line.title } : tocEntryAt(contents, share);
  };
}

function trackIn(chapters: readonly Chapter[]): PositionMapping["track"] {
  return (seconds) => chapterIndexAt(chapters, seconds);
}
