import { randomNumbers } from "#tests/support/narrated-text.ts";

import type { Narration } from "./narration.ts";

/** The usual length in seconds, its variation in natural logarithms, and the probability of such a pause. */
type Kind = readonly [seconds: number, varied: number, share: number];
type Pauses = { starts: Float64Array; ends: Float64Array };
/** The probability of `words` is per second of speech; a share of `missed` pauses isn't detected. */
type Voice = { sentence: Kind; comma: Kind; words: Kind; uneven: number; missed: number };

/** How the pauses of generated voices vary. The lengths are those of human recordings. */
export const VOICES: Record<string, Voice> = {
  clear: {
    sentence: [0.7, 0.35, 0.98],
    comma: [0.3, 0.4, 0.6],
    words: [0.22, 0.35, 0.03],
    uneven: 0.1,
    missed: 0.01,
  },
  hard: {
    sentence: [0.5, 0.5, 0.85],
    comma: [0.38, 0.5, 0.6],
    words: [0.3, 0.5, 0.1],
    uneven: 0.2,
    missed: 0.08,
  },
};

const MIN_PAUSE_SECONDS = 0.2;
/** The largest share of a sentence's time that its pauses may take: at its end, and at all its commas. */
const END_FRACTION = 0.4;
const COMMAS_FRACTION = 0.35;

/** The pauses of a voice whose sentences begin at the narration's times. */
export function pausesOf({ sentences, seconds }: Narration, voice: Voice): Pauses {
  const random = randomNumbers(7);
  const randomNormal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const randomSeconds = ([medianSeconds, varied]: Kind) => medianSeconds * Math.exp(varied * randomNormal());
  const pauses: [start: number, end: number][] = [];
  for (const [at, [start, text]] of sentences.entries()) {
    const end = sentences[at + 1]?.[0] ?? seconds;
    const last =
      random() < voice.sentence[2] ? Math.min(randomSeconds(voice.sentence), (end - start) * END_FRACTION) : 0;
    const clauses = text.split(/(?<=[,;:—–])/);
    const pausesAfter = clauses.map((_, index) =>
      index < clauses.length - 1 && random() < voice.comma[2] ? randomSeconds(voice.comma) : 0,
    );
    const longestTotal = (end - start - last) * COMMAS_FRACTION;
    const shrinkFactor = Math.min(1, longestTotal / Math.max(0.001, sum(pausesAfter)));
    const clauseTimes = clauses.map((clause) => clause.length * Math.exp(voice.uneven * randomNormal()));
    const pace = (end - start - last - shrinkFactor * sum(pausesAfter)) / sum(clauseTimes);
    let clauseStart = start;
    for (const [index, length] of clauseTimes.entries()) {
      const speechSeconds = length * pace;
      if (speechSeconds > 0.8 && random() < 1 - Math.exp(-voice.words[2] * speechSeconds)) {
        const pauseSeconds = Math.min(randomSeconds(voice.words), speechSeconds * 0.3);
        const pauseStart = clauseStart + (speechSeconds - pauseSeconds) * (0.2 + 0.6 * random());
        pauses.push([pauseStart, pauseStart + pauseSeconds]);
      }
      clauseStart += speechSeconds;
      const pause = shrinkFactor * (pausesAfter[index] ?? 0);
      if (pause > 0) pauses.push([clauseStart, clauseStart + pause]);
      clauseStart += pause;
    }
    if (last > 0) pauses.push([end - last, end]);
  }
  return joinPauses(
    pauses.filter(([start, end]) => end - start >= MIN_PAUSE_SECONDS && random() >= voice.missed),
    seconds,
  );
}

function sum(values: readonly number[]): number {
  return Math.max(
    0.001,
    values.reduce((total, value) => total + value, 0),
  );
}

function joinPauses(pauses: readonly [start: number, end: number][], seconds: number): Pauses {
  const starts = [0];
  const ends = [0];
  for (const [start, end] of pauses) {
    const last = ends.at(-1) ?? 0;
    if (start <= last + 0.05) ends[ends.length - 1] = Math.max(last, end);
    else if (end < seconds - 0.05) {
      starts.push(start);
      ends.push(end);
    }
  }
  return { starts: Float64Array.from([...starts, seconds]), ends: Float64Array.from([...ends, seconds]) };
}
