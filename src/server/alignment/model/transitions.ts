import { valueAt } from "./sparse.ts";
import {
  FINAL_LETTERS,
  HEADING,
  lengthClass,
  LOG_SQRT_TWO_PI,
  PARAGRAPH,
  type PauseCandidates,
  pauseDensity,
  type Pauses,
  SENTENCE,
  unmatchedSpeechLogDensity,
  type VoiceModel,
} from "./voice-model.ts";

/** The most pauses inside one phrase that no mark explains. */
export const EXTRA_PAUSES_MAX = 3;
const TEMPO_DEVIATIONS_MAX = 3.5;
/** By kind of mark. */
export const SKIP_TEXT_LOG_PRIORS = [0, 0, -13, -10, -7];
export const UNMATCHED_SPEECH_LOG_PRIORS = [0, 0, -10, -8, -5];
export const SKIPPED_LETTER_LOG_PENALTY = -1 / 4000;
const UNMATCHED_PHRASE_LOG_PENALTY = Math.log(0.95);
/** Whole chapters may be skipped: prefaces, notes, an abridged part. */
export const SKIP_CHAPTERS_LOG_PRIOR = -8;
export const SKIPPED_CHAPTER_LETTER_LOG_PENALTY = -1 / 60_000;

export type Bounds = {
  open: (pause: number) => readonly [number, number];
  bonus: (mark: number, pause: number) => number;
};
export type Phrase = {
  fromMark: number;
  fromPause: number;
  toMark: number;
  toPause: number;
  probability: number;
  weight: number;
};

export type Lattice = {
  marks: PauseCandidates;
  pauses: Pauses;
  voice: VoiceModel;
  bounds: Bounds;
  /** Gets the index in the forward pass, and the last index in the backward pass. */
  onPause?: (pause: number) => void;
};

export type Steps = ReturnType<typeof prepareSteps>;

export function prepareSteps({ marks, pauses, voice }: Lattice) {
  const count = pauses.starts.length;
  const kindCount = voice.pauses.length;
  const atMark = new Float64Array(count * kindCount);
  const asExtra = new Float64Array(count);
  const unmatched = new Float64Array(count);
  for (let pause = 0; pause < count; pause += 1) {
    const length = valueAt(pauses.ends, pause) - valueAt(pauses.starts, pause);
    const isEnd = pause === count - 1;
    for (const [kind, { probability, length: pauseLength }] of voice.pauses.entries())
      atMark[pause * kindCount + kind] = Math.log(probability) + (isEnd ? 0 : pauseDensity(pauseLength, length));
    asExtra[pause] = Math.log(voice.extra.rate) + pauseDensity(voice.extra.length, length);
    const speech = pause === 0 ? 0 : valueAt(pauses.starts, pause) - valueAt(pauses.ends, pause - 1);
    unmatched[pause] = unmatchedSpeechLogDensity(speech, isEnd ? 0.45 : length) + UNMATCHED_PHRASE_LOG_PENALTY;
  }
  const passed = voice.pauses.map(({ probability }) => Math.log(1 - probability));
  const blocks = Int32Array.from(marks.kinds.keys()).filter((mark) => valueAt(marks.kinds, mark) >= SENTENCE);
  return { atMark, asExtra, unmatched, passed, kindCount, blocks };
}

export function forEachPhrase(
  { marks, pauses, voice }: Lattice,
  { atMark, asExtra, passed, kindCount }: Steps,
  mark: number,
  pause: number,
  visit: (mark: number, pause: number, weight: number, speech: number) => void,
): void {
  const { spoken } = marks;
  const tempo = valueAt(voice.tempo, pause);
  const count = pauses.starts.length;
  const from = valueAt(spoken, mark) - FINAL_LETTERS;
  let speech = 0;
  let extraPausesLog = 0;
  for (let next = pause + 1; next < count && next <= pause + 1 + EXTRA_PAUSES_MAX; next += 1) {
    if (next > pause + 1) extraPausesLog += valueAt(asExtra, next - 1);
    speech += Math.max(0.05, valueAt(pauses.starts, next) - valueAt(pauses.ends, next - 1));
    const expectedLetters = speech / tempo;
    const expectedClass = lengthClass(expectedLetters);
    const tempoFactor = Math.exp(TEMPO_DEVIATIONS_MAX * valueAt(voice.spreads, expectedClass));
    const [minLetters, maxLetters] = [expectedLetters / tempoFactor, expectedLetters * tempoFactor + 4];
    const speechLog = Math.log(speech);
    let unpausedLog = 0;
    for (let other = mark + 1; other < spoken.length; other += 1) {
      const letterCount = valueAt(spoken, other) - from;
      if (letterCount > maxLetters) break;
      const kind = valueAt(marks.kinds, other);
      if (letterCount >= minLetters) {
        const spread = valueAt(voice.spreads, lengthClass(letterCount));
        const deviations = (speechLog - Math.log(letterCount * tempo)) / spread;
        const weight =
          extraPausesLog +
          unpausedLog +
          valueAt(atMark, next * kindCount + kind) -
          0.5 * deviations * deviations -
          Math.log(spread) -
          LOG_SQRT_TWO_PI -
          speechLog;
        visit(other, next, weight, speech);
      }
      unpausedLog += valueAt(passed, kind);
    }
  }
}

/** After skipped text, reading usually resumes at a paragraph or a chapter. */
export function reentryLogPrior(kind: number): number {
  return kind === HEADING ? 0 : kind === PARAGRAPH ? -2 : -5;
}
