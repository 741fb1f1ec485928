import type { AlignedSpan } from "#server/adapters/alignment-cache.ts";

import { backwardPass } from "./backward.ts";
import { forwardPass } from "./forward.ts";
import { IMPOSSIBLE_LOG, lowerBound } from "./sparse.ts";
import { collectTimes, type SentenceStart } from "./timed-sentences.ts";
import { type Bounds, type Lattice, type Phrase, prepareSteps } from "./transitions.ts";
import {
  createPhraseStatistics,
  evenTempo,
  type PauseCandidates,
  type Pauses,
  type PhraseStatistics,
  priorVoiceModel,
  reestimateVoice,
  SENTENCE,
} from "./voice-model.ts";

const ROUNDS = 3;
/** `gain` is how much better the text explains the audio than it explains the reversed audio, in nats per pause. */
type Path = { sentences: SentenceStart[]; gain: number };

/**
 * How far a sentence may be outside a sure chapter. A narrator who is hard to follow is only found close to it, and a
 * recording whose chapters are wrong only further away.
 */
const CHAPTER_RADII_SECONDS = [60, 1500];

/**
 * Another book gains up to 0.4 by chance with few pauses. A narrator who is hard to follow gains 0.2 to 0.35 with
 * thousands.
 */
export function explainsAudio({ gain }: Path, { starts }: Pauses): boolean {
  return gain >= 0.1 + 7 / Math.sqrt(starts.length);
}

type AlignmentProblem = { marks: PauseCandidates; pauses: Pauses; guess: readonly AlignedSpan[] };

/** The time of each sentence, by the pauses of the recording (BEYOND 11). Null if the text doesn't fit. */
export function findSentences(
  problem: AlignmentProblem,
  onProgress: (fraction: number) => void = () => {},
): Path | null {
  let path: Path | null = null;
  for (const radiusSeconds of CHAPTER_RADII_SECONDS) {
    path = findPath(problem, radiusSeconds, onProgress) ?? path;
    if (path && explainsAudio(path, problem.pauses)) break;
  }
  return path;
}

function findPath(
  { marks, pauses, guess }: AlignmentProblem,
  radiusSeconds: number,
  onProgress: (fraction: number) => void,
): Path | null {
  const count = pauses.starts.length;
  const bounds = findBounds(marks, pauses, guess, radiusSeconds);
  let voice = priorVoiceModel(evenTempo(pauses, marks), count);
  const passCount = ROUNDS + 1;
  let pass = 0;
  const lattice = (part: Pick<AlignmentProblem, "marks" | "pauses"> & { bounds: Bounds }) => {
    const doneFraction = pass / passCount;
    pass += 1;
    return { ...part, voice, onPause: (pause: number) => onProgress(doneFraction + pause / count / passCount) };
  };
  for (let round = 1; round < ROUNDS; round += 1) {
    const statistics = createPhraseStatistics(count);
    if (forwardBackward(lattice({ marks, pauses, bounds }), statistics, null) === Number.NEGATIVE_INFINITY) return null;
    voice = reestimateVoice(statistics, voice);
  }
  const times = collectTimes(marks, pauses);
  const likelihood = forwardBackward(lattice({ marks, pauses, bounds }), null, times.add);
  if (likelihood === Number.NEGATIVE_INFINITY) return null;
  const reversed = reverse(pauses);
  const backward = { marks, pauses: reversed, bounds: findBounds(marks, reversed, guess, radiusSeconds) };
  const gain = (likelihood - forwardBackward(lattice(backward), null, null)) / count;
  return { sentences: times.result(), gain };
}

/** The recording played backward has the same pauses and pace, so it's the control. */
function reverse({ starts, ends }: Pauses): Pauses {
  const totalSeconds = ends.at(-1) ?? 0;
  const reverseTimes = (times: Float64Array) => Float64Array.from(times.toReversed(), (time) => totalSeconds - time);
  return { starts: reverseTimes(ends), ends: reverseTimes(starts) };
}

function forwardBackward(
  lattice: Lattice,
  statistics: PhraseStatistics | null,
  onPhrase: ((phrase: Phrase) => void) | null,
): number {
  const steps = prepareSteps(lattice);
  const rows = forwardPass(lattice, steps);
  const lastRow = rows.at(-1);
  const end = lattice.marks.kinds.length - 1;
  const at = lastRow ? lastRow.marks.indexOf(end) : -1;
  const total = lastRow && at >= 0 ? (lastRow.relativeValues[at] ?? IMPOSSIBLE_LOG) + lastRow.maxValue : IMPOSSIBLE_LOG;
  if (total !== IMPOSSIBLE_LOG && (statistics || onPhrase))
    backwardPass(lattice, steps, { rows, total, statistics, onPhrase });
  return total;
}

/** How far a sentence may be from where the chapter match expects it. */
const SEARCH_RADIUS_SECONDS = 1500;
const SURE_MIN = 0.9;
const CHAPTER_TOLERANCE_SECONDS = 1.5;
const CHAPTER_BONUS_NATS = 5;

function findBounds(
  { kinds, at }: PauseCandidates,
  { ends }: Pauses,
  guess: readonly AlignedSpan[],
  chapterRadiusSeconds: number,
): Bounds {
  const totalSeconds = ends.at(-1) ?? 0;
  const pace = (at.at(-1) ?? 0) / Math.max(1, totalSeconds);
  const [radius, chapterRadius] = [SEARCH_RADIUS_SECONDS * pace, chapterRadiusSeconds * pace];
  const limits = Array.from(ends, (end, pause): readonly [number, number] => {
    const span = guess.findLast(({ seconds }) => seconds[0] <= end) ?? guess[0];
    if (!span || pause === 0 || pause === ends.length - 1) return [0, kinds.length - 1];
    const { seconds, text, sure } = span;
    const fraction = Math.min(1, Math.max(0, (end - seconds[0]) / Math.max(1, seconds[1] - seconds[0])));
    const expectedOffset = text[0] + fraction * (text[1] - text[0]);
    const isBeforeEnd = end <= seconds[1];
    const minOffset = Math.max(expectedOffset - radius, sure[0] >= SURE_MIN ? text[0] - chapterRadius : 0);
    const maxOffset = Math.min(
      expectedOffset + radius,
      sure[1] >= SURE_MIN && isBeforeEnd ? text[1] + chapterRadius : Number.POSITIVE_INFINITY,
    );
    return [lowerBound(at, minOffset), Math.min(kinds.length - 1, lowerBound(at, maxOffset))];
  });
  const starts = new Map<number, { second: number; confidence: number }>();
  for (const { seconds, text, sure } of guess) {
    if (sure[0] < 0.5 || seconds[0] <= 0) continue;
    let mark = lowerBound(at, text[0]);
    while (mark < kinds.length && (kinds[mark] ?? 0) < SENTENCE) mark += 1;
    starts.set(mark, { second: seconds[0], confidence: sure[0] });
  }
  return {
    open: (pause) => limits[pause] ?? [0, 0],
    bonus: (mark, pause) => {
      const start = starts.get(mark);
      if (!start) return 0;
      const deviation = Math.abs((ends[pause] ?? 0) - start.second) / CHAPTER_TOLERANCE_SECONDS;
      return Math.log(1 - start.confidence + start.confidence * Math.exp(CHAPTER_BONUS_NATS - deviation) + 1e-3);
    },
  };
}
