import { firstIndexFrom } from "#contract/chapters.ts";
import type { AlignedSpan, ChapterPairs } from "#server/adapters/alignment-cache.ts";
import { writeFully } from "#server/adapters/file-io.ts";
import { type PreparedBook, readPreparedBook } from "#server/epub/ebooks.ts";
import { readBookText, type SectionText } from "#server/epub/visible-text.ts";

import { readPauses } from "./audio/read-pauses.ts";
import { matchChapters } from "./match/match-chapters.ts";
import { audioLengths } from "./media-overlay/audio-lengths.ts";
import { fitOverlay, readOverlay } from "./media-overlay/read-overlay.ts";
import { findMarks, type TextSentence } from "./model/find-marks.ts";
import { explainsAudio, findSentences } from "./model/find-sentences.ts";
import {
  type AlignmentInput,
  createEmptyTimings,
  type SentenceTimings,
  type TimedSentence,
  toPoints,
  toSections,
} from "./model/sentence-timings.ts";
import { selectTimedSentences } from "./model/timed-sentences.ts";

const READING_FRACTION = 0.3;

type Text = ReturnType<typeof findMarks> & { texts: readonly SectionText[] };

/** Writes the times of a prepared eBook's sentences to `target`, as JSON (BEYOND 11). Runs in the sandbox. */
export async function alignInSandbox(
  packPath: string,
  { target, input, onProgress }: { target: string; input: string; onProgress: (progress: number) => void },
): Promise<void> {
  const alignmentInput: AlignmentInput = JSON.parse(input);
  const index = readPreparedBook(packPath);
  const chapters = matchAudiobookChapters(index, alignmentInput);
  const texts = await readBookText(index, packPath);
  const text = { ...findMarks(index.contents, texts), texts };
  const guess = alignmentInput.audiobook?.guess ?? chapters?.stretches ?? [];
  const timings =
    (await alignByMediaOverlay(index, text, alignmentInput, `${target}-audio`)) ??
    (await alignByPauses(index, text, { path: alignmentInput.audiobook?.path ?? null, guess, onProgress }));
  const json = JSON.stringify({ ...timings, ...(chapters && { chapters }) });
  await writeFully(target, (write) => write(Buffer.from(json)));
}

/** Pairs the audiobook's chapters with the text while a request waits. Runs in the sandbox. @throws AppError invalid */
export function alignChapters(packPath: string, input: string): ChapterPairs | null {
  return matchAudiobookChapters(readPreparedBook(packPath), JSON.parse(input));
}

function matchAudiobookChapters({ contents }: PreparedBook, { audiobook }: AlignmentInput): ChapterPairs | null {
  if (!audiobook || audiobook.guess) return null;
  const { timeline: _, ...chapters } = matchChapters(audiobook, contents);
  return chapters;
}

/** Null without a media overlay, or if the audiobook is another recording. */
async function alignByMediaOverlay(
  index: PreparedBook,
  text: Text,
  { ebookPath, audiobook }: AlignmentInput,
  draft: string,
): Promise<SentenceTimings | null> {
  if (ebookPath === null) return null;
  const overlay = await readOverlay(ebookPath, text.texts).catch(() => null);
  if (!overlay) return null;
  const lengths = await audioLengths(overlay, ebookPath, { parts: new Map(index.parts), draft });
  const fittedOverlay = fitOverlay(overlay, lengths, audiobook);
  if (!fittedOverlay) return null;
  const sound = overlay.sounds.map((href, at) => {
    return { href, start: fittedOverlay.starts[at] ?? 0, seconds: lengths[at] ?? 0 };
  });
  return { ...toTimings(fittedOverlay.sentences, index, text), sound: audiobook ? [] : sound };
}

type PausesInput = { path: string | null; guess: readonly AlignedSpan[]; onProgress: (progress: number) => void };

async function alignByPauses(
  index: PreparedBook,
  text: Text,
  { path, guess, onProgress }: PausesInput,
): Promise<SentenceTimings> {
  if (path === null) return createEmptyTimings("There is no sound here.");
  const pauses = await readPauses(path, (fraction) => onProgress(fraction * READING_FRACTION));
  if (!pauses) return createEmptyTimings("The pauses of such a file can't be read.");
  const bestPath = findSentences({ marks: text.marks, pauses, guess }, (fraction) =>
    onProgress(READING_FRACTION + fraction * (1 - READING_FRACTION)),
  );
  if (!bestPath || !explainsAudio(bestPath, pauses)) return createEmptyTimings("The text doesn't explain the sound.");
  return toTimings(selectTimedSentences(bestPath.sentences, text.sentences, pauses), index, text);
}

function toTimings(timed: readonly TimedSentence[], { contents }: PreparedBook, { sentences }: Text): SentenceTimings {
  return {
    share: confidentShare(timed, sentences),
    sound: [],
    points: toPoints(timed, contents.sections),
    sections: toSections(timed, contents.sections.length),
    fault: null,
  };
}

function confidentShare(timed: readonly TimedSentence[], sentences: readonly TextSentence[]): number {
  const confidentSentences = timed.filter((one) => one.sure).toSorted((one, other) => one.from - other.from);
  const bySection = Map.groupBy(confidentSentences, ({ section }) => section);
  const coveredSentences = sentences.filter(({ section, from }) => {
    const group = bySection.get(section) ?? [];
    const after = firstIndexFrom(group.length, (index) => (group[index]?.from ?? 0) <= from);
    return (group[after - 1]?.to ?? 0) > from;
  });
  return coveredSentences.length / Math.max(1, sentences.length);
}
