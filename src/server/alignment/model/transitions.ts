import { at } from "./sparse.ts";
import {
  FINAL_LETTERS,
  HEADING,
  lengthClass,
  PARAGRAPH,
  type PauseCandidates,
  pauseDensity,
  type Pauses,
  SENTENCE,
  unmatchedSpeechLogDensity,
  type VoiceModel,
} from "./voice-model.ts";

/** Pauses inside one phrase that no mark explains. */
export const EXTRA_MAX = 3;
/** Deviations of a phrase's tempo that are still tried. */
const FAR = 3.5;
/** Log probabilities, by kind of mark, that text is left out there, and that sound without text begins. */
export const LEFT_OUT = [0, 0, -13, -10, -7];
export const INSERTED = [0, 0, -10, -8, -5];
/** How much less likely each further letter left out is, and each further phrase without text. */
export const FURTHER_LETTER = -1 / 4000;
const FURTHER_PHRASE = Math.log(0.95);
/** Whole chapters may be left out: prefaces, notes, an abridged part. */
export const CHAPTERS_LEFT_OUT = -8;
export const FURTHER_CHAPTER_LETTER = -1 / 60_000;
const LOG_ROOT = 0.9189385;

/** `open(pause)` gives the first and last mark to be tried there; `bonus` what else speaks for a mark there. */
export type Bounds = {
  open: (pause: number) => readonly [number, number];
  bonus: (mark: number, pause: number) => number;
};
/** One phrase: from the end of pause `from[1]` at mark `from[0]` to the start of pause `to[1]` at mark `to[0]`. */
export type Phrase = {
  fromMark: number;
  fromPause: number;
  toMark: number;
  toPause: number;
  /** How probable it is, and how likely its pauses and pace are, in nats. */
  share: number;
  weight: number;
};

export type Lattice = {
  marks: PauseCandidates;
  pauses: Pauses;
  voice: VoiceModel;
  bounds: Bounds;
  /** Called for each pause on the way forward, with its number, and on the way back, with the last one's. */
  onPause?: (pause: number) => void;
};

export type Steps = ReturnType<typeof prepare>;

export function prepare({ marks, pauses, voice }: Lattice) {
  const count = pauses.starts.length;
  const kinds = voice.pauses.length;
  /** For each pause, the log density of its length at each kind of mark. */
  const atMark = new Float64Array(count * kinds);
  const asExtra = new Float64Array(count);
  const strange = new Float64Array(count);
  for (let pause = 0; pause < count; pause += 1) {
    const length = at(pauses.ends, pause) - at(pauses.starts, pause);
    const isEnd = pause === count - 1;
    for (const [kind, { share, length: own }] of voice.pauses.entries())
      atMark[pause * kinds + kind] = Math.log(share) + (isEnd ? 0 : pauseDensity(own, length));
    asExtra[pause] = Math.log(voice.extra.rate) + pauseDensity(voice.extra.length, length);
    const speech = pause === 0 ? 0 : at(pauses.starts, pause) - at(pauses.ends, pause - 1);
    strange[pause] = unmatchedSpeechLogDensity(speech, isEnd ? 0.45 : length) + FURTHER_PHRASE;
  }
  const passed = voice.pauses.map(({ share }) => Math.log(1 - share));
  const blocks = [...marks.kinds.keys()].filter((mark) => at(marks.kinds, mark) >= SENTENCE);
  return { atMark, asExtra, strange, passed, kinds, blocks: Int32Array.from(blocks) };
}

/** Calls `to` with each phrase that may begin at `mark` behind `pause`, and its log likelihood. */
export function forEachPhrase(
  { marks, pauses, voice }: Lattice,
  { atMark, asExtra, passed, kinds }: Steps,
  mark: number,
  pause: number,
  to: (mark: number, pause: number, weight: number, speech: number) => void,
): void {
  const { spoken } = marks;
  const tempo = at(voice.tempo, pause);
  const count = pauses.starts.length;
  const from = at(spoken, mark) - FINAL_LETTERS;
  let speech = 0;
  let extras = 0;
  for (let next = pause + 1; next < count && next <= pause + 1 + EXTRA_MAX; next += 1) {
    if (next > pause + 1) extras += at(asExtra, next - 1);
    speech += Math.max(0.05, at(pauses.starts, next) - at(pauses.ends, next - 1));
    const expected = speech / tempo;
    const class0 = lengthClass(expected);
    const reach = Math.exp(FAR * at(voice.spreads, class0));
    const [least, most] = [expected / reach, expected * reach + 4];
    const log = Math.log(speech);
    let unpaused = 0;
    for (let other = mark + 1; other < spoken.length; other += 1) {
      const letters = at(spoken, other) - from;
      if (letters > most) break;
      const kind = at(marks.kinds, other);
      if (letters >= least) {
        const spread = at(voice.spreads, lengthClass(letters));
        const off = (log - Math.log(letters * tempo)) / spread;
        const weight =
          extras + unpaused + at(atMark, next * kinds + kind) - 0.5 * off * off - Math.log(spread) - LOG_ROOT - log;
        to(other, next, weight, speech);
      }
      unpaused += at(passed, kind);
    }
  }
}

/** Text is taken up again where a paragraph or a chapter begins. */
export function reentryLogPrior(kind: number): number {
  return kind === HEADING ? 0 : kind === PARAGRAPH ? -2 : -5;
}
