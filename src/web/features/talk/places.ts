import type { NoteCount, Notes } from "#contract/notes.ts";
import type { Contents } from "#contract/reading.ts";
import { countOf } from "#web/lib/counts.ts";

/** A contents line, to say how far you've read. */
export type Chapter = { index: number; title: string; number: number; begins: number; ends: number };

const AND = new Intl.ListFormat("en", { type: "conjunction" });

/** With the shares of text where they begin and end; empty without contents. */
export function chaptersOf(contents: Contents | undefined): Chapter[] {
  if (!contents || contents.length === 0) return [];
  const { toc, length } = contents;
  return toc.flatMap(({ title, start }, index) => {
    if (start === null) return [];
    const next = toc.slice(index + 1).find((later) => later.start !== null && later.start > start)?.start ?? null;
    // one character before the next chapter, whose first notes stay ahead
    const ends = next === null ? 1 : Math.max(start, next - 1) / length;
    return [{ index, title, number: numberOf(title, index), begins: start / length, ends }];
  });
}

export const chapterAtFraction = (chapters: readonly Chapter[], fraction: number): Chapter | undefined =>
  chapters.findLast(({ begins }) => begins <= fraction + 1e-9);

/** A page, or half a minute of audio, is less of a book than this. */
const NEAR = 0.005;

/** The page being read counts only once turned, so a place just ahead in the same chapter becomes the member's own. */
export function countedPlace(chapters: readonly Chapter[], fraction: number, reached: number): number {
  const isNear =
    fraction - reached <= NEAR && chapterAtFraction(chapters, fraction) === chapterAtFraction(chapters, reached);
  return isNear ? Math.min(fraction, reached) : fraction;
}

/** The title of a chapter that was read, as reader and player show it; '35%' in a book without contents. */
export function placeText(chapters: readonly Chapter[], fraction: number): string {
  return chapterAtFraction(chapters, fraction)?.title || `${Math.floor(fraction * 100)}%`;
}

/** '3 notes ahead of you, in chapters 9 and 12'; null without any. */
export function notesAheadText(ahead: Notes["ahead"], chapters: readonly Chapter[]): string | null {
  const count = ahead.reduce((sum, each) => sum + each.count, 0);
  if (count === 0) return null;
  const numbers = ahead.flatMap(({ chapter }) => {
    if (chapter === null) return [];
    return String(chapters.find(({ index }) => index === chapter)?.number ?? chapter + 1);
  });
  const where =
    numbers.length === 0 ? "" : `, in ${numbers.length === 1 ? "chapter" : "chapters"} ${AND.format(numbers)}`;
  return `${countOf(count, "note")} ahead of you${where}`;
}

/** Contents include title pages, so a number in the title is more accurate. */
function numberOf(title: string, index: number): number {
  const said = /^(?:chapter\s+)?(\d{1,3})\b/i.exec(title.trim())?.[1];
  return said === undefined ? index + 1 : Number(said);
}

/** What others have written of what the member may read, as the server counts it. */
export function othersIn({ notes }: Notes): NoteCount {
  const others = notes.flatMap((note) => [note, ...note.replies]).filter(({ mine }) => !mine);
  const newestAt = others.reduce<string | null>(
    (newest, { createdAt }) => (newest === null || createdAt > newest ? createdAt : newest),
    null,
  );
  return { count: others.length, newestAt };
}
