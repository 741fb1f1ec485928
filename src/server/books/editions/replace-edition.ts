import { chapterIndexAt } from "#contract/chapters.ts";
import type { Timeline } from "#contract/timeline.ts";
import type { BookFile, BookFileKind } from "#db/books.ts";
import type { PositionMapping, PreservedProgress } from "#db/editions.ts";
import type { ListeningProgress } from "#db/progress.ts";
import type { Deps } from "#server/deps.ts";
import { tocEntryAt } from "#server/epub/ebooks.ts";
import type { TextContents } from "#server/epub/read-contents.ts";

import { type AudioOutline, compareAudio, findMovedChapters } from "./compare-audio.ts";
import {
  type Crosswalk,
  IDENTITY_CROSSWALK,
  invertCrosswalk,
  invertMoved,
  mapMoved,
  mapPosition,
  type MovedPassage,
  preservingOrder,
} from "./crosswalk.ts";
import { editionOfFile, NO_EDITION, toWholeSeconds } from "./edition.ts";
import {
  createStoredOutline,
  findTextCrosswalk,
  openTextOrNull,
  type TextSource,
  UNREADABLE_OUTLINE,
} from "./find-text-crosswalk.ts";
import { foldTitle } from "./titles.ts";

type NextFile = Pick<BookFile, "path" | "sha256"> & { audio: AudioOutline | null };

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
  if (!currentFile && !lastEdition && !editions.hasPositions(bookId)) return { isUnchanged, apply: () => {} };
  const edition = currentFile ? editionOfFile(currentFile.sha256) : (lastEdition?.edition ?? NO_EDITION);
  const nextEdition = editionOfFile(next.sha256);
  const isReupload = edition === nextEdition;
  const outline = currentFile ? (currentOutline ?? UNREADABLE_OUTLINE) : (lastEdition?.known ?? null);
  const formerEdition = editions.find(bookFile, nextEdition);
  const inverseChange = formerEdition?.next === edition ? invertEdition(formerEdition) : null;
  const comparison = isReupload
    ? null
    : await (kind === "ebook" ? compareTextEditions : compareAudioEditions)(deps, {
        bookId,
        outline,
        timeline,
        next,
        back: inverseChange,
      });
  return {
    isUnchanged,
    apply: () => {
      if (isReupload) editions.delete(bookFile, edition);
      const { crosswalk, moved = [], movedShares = [], move = {} } = comparison ?? {};
      const storedCrosswalks = { known: JSON.stringify(crosswalk), moved: JSON.stringify(moved) };
      if (comparison) editions.save(bookFile, { edition, next: nextEdition, ...storedCrosswalks });
      const mapping = preserveOrder(deps, bookId, listened, move);
      const { share, seconds } = mapping;
      const notes = share ? { share: placeNotes(deps, bookId, { listened, share, moved: movedShares }) } : {};
      const bookmarks = {
        share: share && ((fraction: number) => mapMoved(movedShares, fraction) ?? share(fraction)),
        seconds: seconds && ((second: number) => toWholeSeconds(mapMoved(moved, second) ?? seconds(second))),
      };
      editions.move(bookId, { ...mapping, own: { notes, bookmarks } });
      editions.saveHeldProgress(bookId, mapListened(listened, mapping));
    },
  };
}

/** True if replacing a file of the book would change members' furthest positions. */
export const hasPositions = ({ stores }: Deps, bookId: number): boolean => stores.editions.hasPositions(bookId);

export function listListeningProgress({ stores }: Deps, bookId: number): (ListeningProgress & { userId: number })[] {
  return stores.editions.listListeningProgress(bookId);
}

/** Call it in the transaction that changes the alignment, so that the change doesn't make more count as played. */
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
  mapping: PositionMapping,
): PositionMapping {
  if (!mapping.share) return mapping;
  const fractions = [...stores.editions.listShares(bookId), ...listened.map(({ share }) => share)];
  return { ...mapping, share: preservingOrder(fractions, mapping.share) };
}

type NoteMapping = {
  listened: readonly PreservedProgress[];
  share: (share: number) => number;
  moved: readonly MovedPassage[];
};

/**
 * A note moves to its passage, unless that would reveal it; then it stays between its previous neighbors. Notes that a
 * member could see remain visible to them.
 */
function placeNotes(
  { stores: { editions } }: Deps,
  bookId: number,
  { listened, share, moved }: NoteMapping,
): (share: number) => number {
  const reachedByMember = new Map<number, number>();
  for (const { userId, share: reached } of [...editions.listReached(bookId), ...listened])
    reachedByMember.set(userId, Math.max(reached, reachedByMember.get(userId) ?? 0));
  const members = [...reachedByMember].map(([userId, reached]) => ({ userId, reached, newReached: share(reached) }));
  const revealedNotes = Map.groupBy(editions.listRevealed(bookId), (note) => note.share);
  const newFractions = new Map<number, number>();
  for (const fraction of editions.listNoteShares(bookId)) {
    const mappedFraction = mapMoved(moved, fraction) ?? share(fraction);
    const viewers = new Set(revealedNotes.get(fraction)?.map(({ userId }) => userId));
    const isRevealing = members.some(
      ({ userId, reached, newReached }) => fraction > reached && mappedFraction <= newReached && !viewers.has(userId),
    );
    const newFraction = isRevealing ? share(fraction) : mappedFraction;
    newFractions.set(fraction, newFraction);
    const losingMembers = members.filter(({ reached, newReached }) => fraction <= reached && newFraction > newReached);
    const userIds = losingMembers.map(({ userId }) => userId).filter((userId) => !viewers.has(userId));
    if (userIds.length > 0) editions.revealNotes(bookId, fraction, userIds);
  }
  return (fraction) => newFractions.get(fraction) ?? share(fraction);
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
type EditionComparison = TextSource & { next: NextFile; back: Change | null };
/** In fractions of a text, or seconds of audio. */
type Change = { crosswalk: Crosswalk; moved?: readonly MovedPassage[] };
type EditionMapping = Change & { movedShares?: readonly MovedPassage[]; move: PositionMapping };

function invertEdition({ known, moved }: { known: string; moved: string }): Change {
  return {
    crosswalk: invertCrosswalk(JSON.parse(known) as Crosswalk),
    moved: invertMoved(JSON.parse(moved) as MovedPassage[]),
  };
}

async function compareTextEditions(
  deps: Deps,
  { next, back, ...comparison }: EditionComparison,
): Promise<EditionMapping> {
  const text = await openTextOrNull(deps, next);
  const found = back || !text ? null : await findTextCrosswalk(deps, comparison, text);
  const crosswalk = back?.crosswalk ?? found?.crosswalk ?? IDENTITY_CROSSWALK;
  const contents = text?.contents ?? null;
  const moved = back?.moved ?? found?.moved ?? [];
  return {
    crosswalk,
    moved,
    movedShares: moved,
    move: { ...toPositionMapping(crosswalk), chapter: chapterIn(contents) },
  };
}

async function compareAudioEditions(
  deps: Deps,
  { bookId, outline, next: { audio }, back }: EditionComparison,
): Promise<EditionMapping> {
  const parsedOutline = outline === null ? null : (JSON.parse(outline) as Partial<AudioOutline>);
  const { seconds: oldSeconds, chapters = [] } = parsedOutline ?? {};
  if (!oldSeconds || !audio) return { crosswalk: IDENTITY_SECONDS, move: {} };
  const coversWhole = back !== null && (back.crosswalk.at(-2) ?? 0) >= Math.floor(oldSeconds);
  const crosswalk = coversWhole
    ? back.crosswalk.map((position, at) => position / (at % 2 === 0 ? oldSeconds : audio.seconds))
    : null;
  const current = { seconds: oldSeconds, chapters };
  const shares = crosswalk ?? compareAudio(current, audio);
  const moved = findMovedChapters(current, audio);
  const movedShares = moved.map(([from, end, to, toEnd]): MovedPassage => [
    from / oldSeconds,
    end / oldSeconds,
    to / audio.seconds,
    toEnd / audio.seconds,
  ]);
  const secondsCrosswalk = shares.map((share, at) => share * (at % 2 === 0 ? oldSeconds : audio.seconds));
  const textFile =
    deps.stores.books.findFile(bookId, "ebook") ?? deps.stores.editions.findLast({ bookId, kind: "ebook" });
  const seconds = (position: number) => toWholeSeconds(mapPosition(secondsCrosswalk, position));
  const track = (seconds: number) => chapterIndexAt(audio.chapters, seconds);
  const move = { ...(textFile ? {} : toPositionMapping(shares)), seconds, track };
  return { crosswalk: secondsCrosswalk, moved, movedShares, move };
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
