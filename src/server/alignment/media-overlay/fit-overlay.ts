import type { AudiobookOutline, TimedSentence } from "../timings/sentence-timings.ts";
import type { Overlay } from "./read-overlay.ts";

type Recording = Pick<AudiobookOutline, "seconds" | "chapters">;

/** Encoders pad a recording differently. */
const LENGTH_TOLERANCE_SECONDS = 1.5;
const LENGTH_TOLERANCE_SECONDS_PER_FILE = 0.1;

/**
 * The clips of a media overlay in seconds of the whole recording, in playing order.
 * @param lengths of the overlay's files, in seconds
 * @param audiobook or null to play the overlay's own files one after the other
 * @returns null if the audiobook is another recording
 */
export function fitOverlay(
  { segments, sounds }: Overlay,
  lengths: readonly number[],
  audiobook: Recording | null,
): { sentences: TimedSentence[]; starts: number[] } | null {
  const starts = audiobook ? findStarts(audiobook, lengths) : cumulate(lengths);
  if (!starts) return null;
  const sentences = segments.flatMap(({ section, sound: file, start, end, from, to }, at): TimedSentence[] => {
    const [before, long] = [starts[file] ?? 0, lengths[file] ?? 0];
    const next = segments[at + 1];
    const until = Math.min(long, end ?? (next?.sound === file && next.start > start ? next.start : long));
    return until > start ? [{ section, start: before + start, end: before + until, from, to, sure: true }] : [];
  });
  if (starts.length !== sounds.length || sentences.length === 0) return null;
  return { sentences: sentences.toSorted((one, other) => one.start - other.start), starts };
}

/** The start of each file in an audiobook with the same lengths: one chapter each, or all in one. */
function findStarts({ seconds, chapters }: Recording, lengths: readonly number[]): number[] | null {
  const isSame = (start: number, end: number, length: number) =>
    Math.abs(end - start - length) <= LENGTH_TOLERANCE_SECONDS;
  const ends = [...chapters.slice(1).map(({ start }) => start), seconds];
  if (
    chapters.length === lengths.length &&
    chapters.every(({ start }, at) => isSame(start, ends[at] ?? 0, lengths[at] ?? 0))
  )
    return chapters.map(({ start }) => start);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const toleranceSeconds = Math.abs(total - seconds);
  return toleranceSeconds <= LENGTH_TOLERANCE_SECONDS + LENGTH_TOLERANCE_SECONDS_PER_FILE * lengths.length
    ? cumulate(lengths)
    : null;
}

function cumulate(lengths: readonly number[]): number[] {
  let sum = 0;
  return lengths.map((length) => {
    sum += length;
    return sum - length;
  });
}
