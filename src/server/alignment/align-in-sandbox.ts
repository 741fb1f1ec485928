import type { AlignedSpan, ChapterPairs } from "#server/adapters/alignment-cache.ts";
import { writeFully } from "#server/adapters/file-io.ts";
import { type PackIndex, readPackIndex } from "#server/epub/pack.ts";
import { AppError } from "#server/errors.ts";

import { readPauses } from "./audio/read-pauses.ts";
import { matchChapters } from "./match/match-chapters.ts";
import { fitOverlay } from "./media-overlay/fit-overlay.ts";
import { readOverlay } from "./media-overlay/read-overlay.ts";
import { soundLengths } from "./media-overlay/sound-lengths.ts";
import { explainsSound, findSentences } from "./model/find-sentences.ts";
import { lowerBound } from "./model/sparse.ts";
import { marksOfBook, type TextSentence } from "./text/marks-of-book.ts";
import { readBookText, type SectionText } from "./text/section-text.ts";
import {
  type AlignmentInput,
  noTimings,
  type SentenceTimings,
  type TimedSentence,
  toSections,
} from "./timings/heard.ts";
import { pointsOf } from "./timings/points.ts";
import { readByPauses } from "./timings/read-by-pauses.ts";

/** Of the work, what reading the file takes. */
const READING = 0.3;

type ShownBook = Exclude<PackIndex, { fault: string }>;
type Text = ReturnType<typeof marksOfBook> & { texts: readonly SectionText[] };

/**
 * Finds when each sentence of a prepared eBook is heard, and writes it to `target` as JSON (BEYOND 11). Sandbox only.
 * @param onProgress gets from 0 to 1
 * @throws AppError invalid, disk-full
 */
export async function alignInSandbox(
  packPath: string,
  { target, input, onProgress }: { target: string; input: string; onProgress: (share: number) => void },
): Promise<void> {
  const listening: AlignmentInput = JSON.parse(input);
  const index = readShownIndex(packPath);
  const chapters = pairsOf(index, listening);
  const texts = await readBookText(index, packPath);
  const text = { ...marksOfBook(index.contents, texts), texts };
  const guess = listening.audiobook?.guess ?? chapters?.stretches ?? [];
  const heard =
    (await alignByMediaOverlay(index, text, { listening, draft: `${target}-sound` })) ??
    (await alignByPauses(index, text, { path: listening.audiobook?.path ?? null, guess, onProgress }));
  const written = JSON.stringify({ ...heard, ...(chapters && { chapters }) });
  await writeFully(target, (write) => write(Buffer.from(written)));
}

/** The same from chapters alone, while someone waits. Sandbox only. @throws AppError invalid */
export function alignChapters(packPath: string, input: string): ChapterPairs | null {
  return pairsOf(readShownIndex(packPath), JSON.parse(input));
}

function readShownIndex(packPath: string): ShownBook {
  const index = readPackIndex(packPath);
  if ("fault" in index) throw new AppError("invalid", index.fault);
  return index;
}

/** Null without an audiobook, and where an admin has paired its chapters. */
function pairsOf({ contents }: ShownBook, { audiobook }: AlignmentInput): ChapterPairs | null {
  if (!audiobook || audiobook.guess) return null;
  const { timeline: _, ...chapters } = matchChapters(audiobook, contents);
  return chapters;
}

/** By the eBook's own times; null without any, and where the audiobook is another recording. */
async function alignByMediaOverlay(
  index: ShownBook,
  text: Text,
  { listening, draft }: { listening: AlignmentInput; draft: string },
): Promise<SentenceTimings | null> {
  const { ebookPath, audiobook } = listening;
  if (ebookPath === null) return null;
  const overlay = await readOverlay(ebookPath, text.texts).catch(() => null);
  if (!overlay) return null;
  const lengths = await soundLengths(overlay, ebookPath, { parts: new Map(index.parts), draft });
  const fitted = fitOverlay(overlay, lengths, audiobook);
  if (!fitted) return null;
  const sound = overlay.sounds.map((href, at) => {
    return { href, start: fitted.starts[at] ?? 0, seconds: lengths[at] ?? 0 };
  });
  return { ...toHeard(fitted.sentences, index, text), sound: audiobook ? [] : sound };
}

/** By the pauses of the sound. */
async function alignByPauses(
  index: ShownBook,
  { marks, sentences, ...text }: Text,
  {
    path,
    guess,
    onProgress,
  }: { path: string | null; guess: readonly AlignedSpan[]; onProgress: (share: number) => void },
): Promise<SentenceTimings> {
  if (path === null) return noTimings("There is no sound here.");
  const pauses = await readPauses(path, (share) => onProgress(share * READING));
  if (!pauses) return noTimings("The pauses of such a file can't be read.");
  const found = findSentences({ marks, pauses, guess }, (share) => onProgress(READING + share * (1 - READING)));
  if (!found || !explainsSound(found, pauses)) return noTimings("The text doesn't explain the sound.");
  const heard = readByPauses(found.sentences, sentences, pauses);
  return toHeard(heard, index, { marks, sentences, ...text });
}

function toHeard(heard: readonly TimedSentence[], { contents }: ShownBook, { sentences }: Text): SentenceTimings {
  return {
    share: confidentShare(heard, sentences),
    sound: [],
    points: pointsOf(heard, contents.sections),
    sections: toSections(heard, contents.sections.length),
    fault: null,
  };
}

/** Of a text's sentences, those that begin in a piece that is sure. */
function confidentShare(heard: readonly TimedSentence[], all: readonly TextSentence[]): number {
  const sure = heard.filter((one) => one.sure).toSorted((one, other) => one.from - other.from);
  const bySection = new Map(
    [...Map.groupBy(sure, ({ section }) => section)].map(([section, pieces]) => {
      return [section, { pieces, starts: Float64Array.from(pieces, ({ from }) => from) }];
    }),
  );
  const known = all.filter(({ section, from }) => {
    const own = bySection.get(section);
    return own && (own.pieces[lowerBound(own.starts, from + 1) - 1]?.to ?? 0) > from;
  });
  return known.length / Math.max(1, all.length);
}
