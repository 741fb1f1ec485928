import type { Row } from "./forward.ts";
import { addLogs, IMPOSSIBLE_LOG, rowOf, SparseVector, valueAt } from "./sparse.ts";
import {
  EXTRA_PAUSES_MAX,
  forEachPhrase,
  type Lattice,
  type Phrase,
  reentryLogPrior,
  SKIP_CHAPTERS_LOG_PRIOR,
  SKIP_TEXT_LOG_PRIORS,
  SKIPPED_CHAPTER_LETTER_LOG_PENALTY,
  SKIPPED_LETTER_LOG_PENALTY,
  type Steps,
  UNMATCHED_SPEECH_LOG_PRIORS,
} from "./transitions.ts";
import {
  FINAL_LETTERS,
  HEADING,
  lengthClass,
  type PauseCandidates,
  type Pauses,
  type PhraseStatistics,
  SENTENCE,
  type VoiceModel,
} from "./voice-model.ts";

type BackwardInput = {
  rows: Row[];
  total: number;
  statistics: PhraseStatistics | null;
  onPhrase: ((phrase: Phrase) => void) | null;
};

export function backwardPass(
  lattice: Lattice,
  steps: Steps,
  { rows, total, statistics, onPhrase }: BackwardInput,
): void {
  const { marks, pauses, voice, bounds } = lattice;
  const size = marks.kinds.length;
  const ring = Array.from({ length: EXTRA_PAUSES_MAX + 2 }, () => new SparseVector(size));
  let nextUnmatched = new SparseVector(size);
  let unmatched = new SparseVector(size);
  const lastPause = pauses.starts.length - 1;
  for (let pause = lastPause; pause >= 0; pause -= 1) {
    lattice.onPause?.(lastPause);
    const row = rows[pause];
    if (!row) continue;
    // the likelihood of everything after it, if speech starts at this mark
    const startWeights = new Float64Array(row.marks.length).fill(IMPOSSIBLE_LOG);
    for (let index = 0; index < row.marks.length; index += 1) {
      const mark = valueAt(row.marks, index);
      if (pause === lastPause) {
        if (mark === size - 1) startWeights[index] = 0;
        continue;
      }
      const bonus = bounds.bonus(mark, pause);
      const reachedLog = valueAt(row.relativeValues, index) + row.maxValue + bonus - total;
      let sum = IMPOSSIBLE_LOG;
      forEachPhrase(lattice, steps, mark, pause, (other, next, weight, speech) => {
        const restLog = valueAt(rowOf(ring, next).values, other);
        if (restLog === IMPOSSIBLE_LOG) return;
        const value = weight + restLog;
        sum = addLogs(sum, value);
        const probability = Math.exp(reachedLog + value);
        if (probability < 1e-4) return;
        const phrase = { fromMark: mark, fromPause: pause, toMark: other, toPause: next, probability, weight };
        onPhrase?.(phrase);
        if (statistics) addToStatistics(statistics, { marks, pauses, voice }, phrase, speech);
      });
      startWeights[index] = sum + bonus;
    }
    const pauseRow = rowOf(ring, pause);
    pauseRow.clear();
    unmatched.clear();
    let gapLog = IMPOSSIBLE_LOG;
    let chaptersLog = IMPOSSIBLE_LOG;
    let gapStart = 0;
    for (let index = row.marks.length - 1; index >= 0; index -= 1) {
      const mark = valueAt(row.marks, index);
      const kind = valueAt(marks.kinds, mark);
      const isBlock = kind >= SENTENCE;
      const lettersBetween = gapStart - valueAt(marks.spoken, mark);
      if (isBlock) gapLog += lettersBetween * SKIPPED_LETTER_LOG_PENALTY;
      if (isBlock) chaptersLog += lettersBetween * SKIPPED_CHAPTER_LETTER_LOG_PENALTY;
      if (isBlock) gapStart = valueAt(marks.spoken, mark);
      const spokenLog = valueAt(startWeights, index);
      let base = isBlock ? addLogs(spokenLog, gapLog + (SKIP_TEXT_LOG_PRIORS[kind] ?? 0)) : spokenLog;
      if (kind === HEADING) base = addLogs(base, chaptersLog + SKIP_CHAPTERS_LOG_PRIOR);
      if (isBlock) gapLog = addLogs(gapLog, spokenLog + reentryLogPrior(kind));
      if (kind === HEADING) chaptersLog = addLogs(chaptersLog, spokenLog);
      let insertedLog = IMPOSSIBLE_LOG;
      if (isBlock || mark === 0) {
        const density = pause < lastPause ? valueAt(steps.unmatched, pause + 1) : IMPOSSIBLE_LOG;
        insertedLog = density + valueAt(nextUnmatched.values, mark);
        unmatched.add(mark, addLogs(base, insertedLog));
      }
      pauseRow.add(mark, addLogs(base, insertedLog + (UNMATCHED_SPEECH_LOG_PRIORS[kind] ?? 0)));
    }
    // unmatched speech continues only where nothing else is likely
    if (pause < lastPause)
      for (const mark of nextUnmatched.indexes)
        if (unmatched.values[mark] === IMPOSSIBLE_LOG) {
          const value = valueAt(steps.unmatched, pause + 1) + valueAt(nextUnmatched.values, mark);
          unmatched.add(mark, value);
          pauseRow.add(mark, value + (UNMATCHED_SPEECH_LOG_PRIORS[valueAt(marks.kinds, mark)] ?? 0));
        }
    [unmatched, nextUnmatched] = [nextUnmatched, unmatched];
  }
}

type RecordingModel = { marks: PauseCandidates; pauses: Pauses; voice: VoiceModel };

function addToStatistics(
  statistics: PhraseStatistics,
  { marks, pauses, voice }: RecordingModel,
  phrase: Phrase,
  speech: number,
): void {
  const { fromMark, fromPause, toMark, toPause, probability } = phrase;
  const kind = valueAt(marks.kinds, toMark);
  const letters = valueAt(marks.spoken, toMark) - valueAt(marks.spoken, fromMark) + FINAL_LETTERS;
  if (toPause < pauses.starts.length - 1) {
    const log = Math.log(Math.max(0.02, valueAt(pauses.ends, toPause) - valueAt(pauses.starts, toPause)));
    addAt(statistics.paused, kind, probability);
    addAt(statistics.logs, kind, probability * log);
    addAt(statistics.squares, kind, probability * log * log);
  }
  for (let mark = fromMark + 1; mark < toMark; mark += 1)
    addAt(statistics.passed, valueAt(marks.kinds, mark), probability);
  for (let pause = fromPause + 1; pause < toPause; pause += 1) {
    const log = Math.log(Math.max(0.02, valueAt(pauses.ends, pause) - valueAt(pauses.starts, pause)));
    statistics.extra.count += probability;
    statistics.extra.logs += probability * log;
    statistics.extra.squares += probability * log * log;
  }
  statistics.extra.seconds += probability * speech;
  const length = lengthClass(letters);
  const deviation = Math.log(speech) - Math.log(letters * valueAt(voice.tempo, fromPause));
  addAt(statistics.phrases, length, probability);
  addAt(statistics.distances, length, probability * deviation * deviation);
  addAt(statistics.seconds, fromPause, probability * speech);
  addAt(statistics.letters, fromPause, probability * letters);
}

function addAt(values: Float64Array, index: number, amount: number): void {
  values[index] = (values[index] ?? 0) + amount;
}
