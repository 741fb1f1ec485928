/** Where a narrator may pause, from the least to the most likely. */
export const [CLAUSE, LINE, SENTENCE, PARAGRAPH, HEADING] = [0, 1, 2, 3, 4];

/**
 * In order, the text's end last. `kinds` are of the text that starts there, `spoken` the letters and `at` the code
 * points before.
 */
export type PauseCandidates = { kinds: Uint8Array; spoken: Float64Array; at: Float64Array };

/** The first one ends where the audio starts, the last one starts at its end. */
export type Pauses = { starts: Float64Array; ends: Float64Array };

/** Narrators lengthen the end of a phrase by about this many letters. */
export const FINAL_LETTERS = 2;
/** In letters. Phrases of a class vary alike in tempo. */
const LENGTH_CLASS_ENDS = [8, 20, 50, 120, Number.POSITIVE_INFINITY];
const PRIOR_PHRASES = 12;
export const LOG_SQRT_TWO_PI = 0.9189385;

type LogNormal = { mean: number; spread: number };
export type VoiceModel = ReturnType<typeof priorVoiceModel>;

/** `extra` is between marks, per second; `tempo` is in seconds per letter behind each pause. */
export function priorVoiceModel(tempo: number, pauses: number) {
  return {
    pauses: [
      { probability: 0.5, length: logNormal(0.3, 0.5) },
      { probability: 0.6, length: logNormal(0.4, 0.5) },
      { probability: 0.9, length: logNormal(0.6, 0.5) },
      { probability: 0.97, length: logNormal(0.9, 0.5) },
      { probability: 0.98, length: logNormal(1.3, 0.7) },
    ],
    extra: { rate: 0.06, length: logNormal(0.25, 0.5) },
    spreads: [0.4, 0.32, 0.26, 0.22, 0.2],
    tempo: new Float64Array(pauses).fill(tempo),
  };
}

function logNormal(seconds: number, spread: number): LogNormal {
  return { mean: Math.log(seconds), spread };
}

export function pauseDensity({ mean, spread }: LogNormal, seconds: number): number {
  const log = Math.log(Math.max(0.02, seconds));
  return -0.5 * ((log - mean) / spread) ** 2 - Math.log(spread) - LOG_SQRT_TWO_PI - log;
}

/** Text that isn't in the book: credits, music, another edition. */
export function unmatchedSpeechLogDensity(speech: number, pause: number): number {
  return Math.log(1 / 3) - 2 * Math.log1p(Math.max(0, speech) / 3) + pauseDensity(UNMATCHED_PAUSE, pause);
}

const UNMATCHED_PAUSE = logNormal(0.45, 0.8);

export function lengthClass(letters: number): number {
  return LENGTH_CLASS_ENDS.findIndex((end) => letters <= end);
}

export type PhraseStatistics = ReturnType<typeof createPhraseStatistics>;

export function createPhraseStatistics(pauses: number) {
  const createKindCounts = () => new Float64Array(HEADING + 1);
  return {
    /** By kind of mark. */
    paused: createKindCounts(),
    passed: createKindCounts(),
    logs: createKindCounts(),
    squares: createKindCounts(),
    extra: { count: 0, logs: 0, squares: 0, seconds: 0 },
    /** Indexed by length class, like the distances below. */
    phrases: new Float64Array(LENGTH_CLASS_ENDS.length),
    distances: new Float64Array(LENGTH_CLASS_ENDS.length),
    /** Indexed by pause, like the letters below. */
    seconds: new Float64Array(pauses),
    letters: new Float64Array(pauses),
  };
}

export function reestimateVoice(statistics: PhraseStatistics, previous: VoiceModel): VoiceModel {
  const estimateLength = (prior: LogNormal, [count, logs, squares]: readonly [number, number, number]): LogNormal => {
    const mean = (logs + prior.mean * PRIOR_PHRASES) / (count + PRIOR_PHRASES);
    const variance =
      (squares - 2 * mean * logs + count * mean ** 2 + PRIOR_PHRASES * (prior.spread ** 2 + (prior.mean - mean) ** 2)) /
      (count + PRIOR_PHRASES);
    return { mean, spread: Math.max(0.12, Math.sqrt(variance)) };
  };
  const at = (values: Float64Array, index: number) => values[index] ?? 0;
  const { extra } = statistics;
  return {
    pauses: previous.pauses.map(({ probability, length }, kind) => ({
      probability: clamp(
        (at(statistics.paused, kind) + probability * PRIOR_PHRASES) /
          (at(statistics.paused, kind) + at(statistics.passed, kind) + PRIOR_PHRASES),
        0.03,
        0.995,
      ),
      length: estimateLength(length, [
        at(statistics.paused, kind),
        at(statistics.logs, kind),
        at(statistics.squares, kind),
      ]),
    })),
    extra: {
      rate: clamp((extra.count + previous.extra.rate * 100) / (extra.seconds + 100), 0.005, 0.5),
      length: estimateLength(previous.extra.length, [extra.count, extra.logs, extra.squares]),
    },
    spreads: previous.spreads.map((spread, length) =>
      clamp(
        Math.sqrt(
          (at(statistics.distances, length) + PRIOR_PHRASES * spread ** 2) /
            (at(statistics.phrases, length) + PRIOR_PHRASES),
        ),
        0.06,
        0.5,
      ),
    ),
    tempo: smoothTempo(statistics, previous.tempo),
  };
}

function smoothTempo({ seconds, letters }: PhraseStatistics, previousTempo: Float64Array) {
  const windowPauseCount = 20;
  const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
  const overallTempo = sum(letters) > 100 ? sum(seconds) / sum(letters) : (previousTempo[0] ?? 0.07);
  const tempo = new Float64Array(previousTempo.length);
  let [windowSeconds, windowLetters] = [0, 0];
  for (let at = -windowPauseCount; at < tempo.length; at += 1) {
    windowSeconds += (seconds[at + windowPauseCount] ?? 0) - (seconds[at - windowPauseCount - 1] ?? 0);
    windowLetters += (letters[at + windowPauseCount] ?? 0) - (letters[at - windowPauseCount - 1] ?? 0);
    if (at >= 0) tempo[at] = (windowSeconds + overallTempo * 150) / (windowLetters + 150);
  }
  return tempo;
}

/** Seconds per letter if all speech of the recording were all of the text. */
export function evenTempo({ starts, ends }: Pauses, { spoken }: PauseCandidates): number {
  let speech = 0;
  for (let at = 1; at < starts.length; at += 1) speech += (starts[at] ?? 0) - (ends[at - 1] ?? 0);
  return speech / Math.max(1, spoken.at(-1) ?? 1);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
