import { pluralize } from "#contract/counts.ts";
import type { NoteCount, Notes } from "#contract/notes.ts";
import type { Contents } from "#contract/reading.ts";

/** An entry of the contents, to report how far you've read. `number` is the one in its title. */
export type Chapter = ReturnType<typeof chaptersOf>[number];

const LIST_FORMAT = new Intl.ListFormat("en", { type: "conjunction" });

/** Empty without contents. */
export function chaptersOf(contents: Contents | undefined) {
  if (!contents || contents.length === 0) return [];
  const { toc, length } = contents;
  return toc.flatMap(({ title, start }, index) => {
    if (start === null) return [];
    const next = toc.slice(index + 1).find((later) => later.start !== null && later.start > start)?.start ?? null;
    // One character before the next chapter, whose first notes stay ahead.
    const endFraction = next === null ? 1 : Math.max(start, next - 1) / length;
    return [{ index, title, number: chapterNumber(title), startFraction: start / length, endFraction }];
  });
}

export const chapterAtFraction = (chapters: readonly Chapter[], fraction: number): Chapter | undefined =>
  chapters.findLast(({ startFraction }) => startFraction <= fraction + 1e-9);

/** Larger than a page or half a minute of audio. */
const NEAR_FRACTION = 0.005;

/** A page counts only once turned, so a position just ahead in the same chapter becomes the member's own. */
export function toNotePosition(chapters: readonly Chapter[], fraction: number, reached: number): number {
  const isNear =
    fraction - reached <= NEAR_FRACTION &&
    chapterAtFraction(chapters, fraction) === chapterAtFraction(chapters, reached);
  return isNear ? Math.min(fraction, reached) : fraction;
}

/** The title of a read chapter, as in reader and player; '35%' in a book without contents. */
export function formatChapterPosition(chapters: readonly Chapter[], fraction: number): string {
  return chapterAtFraction(chapters, fraction)?.title || `${Math.floor(fraction * 100)}%`;
}

/**
 * '3 notes ahead of you, in chapters 9 and 12'; null without any. Titles could spoil, and contents include title pages,
 * so without numbers in titles it gives the distance of the first note.
 */
export function formatNotesAhead({ ahead, reached }: Notes, chapters: readonly Chapter[]): string | null {
  const count = ahead.reduce((sum, each) => sum + each.count, 0);
  if (count === 0) return null;
  const chapterIndexes = ahead.map(({ chapter }) => chapters.findIndex(({ index }) => index === chapter));
  const numbers = chapterIndexes.map((at) => chapters[at]?.number ?? null).filter((number) => number !== null);
  const text = `${pluralize(count, "note")} ahead of you`;
  if (chapterIndexes.includes(-1)) return text;
  if (numbers.length === chapterIndexes.length)
    return `${text}, in ${numbers.length === 1 ? "chapter" : "chapters"} ${LIST_FORMAT.format(numbers)}`;
  const currentIndex = chapters.findLastIndex((chapter) => chapter === chapterAtFraction(chapters, reached));
  return `${text}, ${count === 1 ? "" : "the first "}${formatSteps(Math.min(...chapterIndexes) - currentIndex)}`;
}

function formatSteps(steps: number): string {
  if (steps < 1) return "in this chapter";
  return steps === 1 ? "in the next chapter" : `${steps} chapters from here`;
}

function chapterNumber(title: string): string | null {
  return /^(?:chapter\s+)?(\d{1,3})\b/i.exec(title.trim())?.[1] ?? null;
}

/** Counts as the server does. */
export function countNotesByOthers({ notes }: Notes): NoteCount {
  const othersEntries = notes.flatMap((note) => [note, ...note.replies]).filter(({ mine }) => !mine);
  const newestAt = othersEntries.reduce<string | null>(
    (newest, { createdAt }) => (newest === null || createdAt > newest ? createdAt : newest),
    null,
  );
  return { count: othersEntries.length, newestAt };
}
