import { addLogs, IMPOSSIBLE_LOG, lowerBound, ReachedMarks, rowOf, SparseVector, valueAt } from "./sparse.ts";
import {
  EXTRA_PAUSES_MAX,
  forEachPhrase,
  type Lattice,
  reentryLogPrior,
  SKIP_CHAPTERS_LOG_PRIOR,
  SKIP_TEXT_LOG_PRIORS,
  SKIPPED_CHAPTER_LETTER_LOG_PENALTY,
  SKIPPED_LETTER_LOG_PENALTY,
  type Steps,
  UNMATCHED_SPEECH_LOG_PRIORS,
} from "./transitions.ts";
import { HEADING, type PauseCandidates, SENTENCE } from "./voice-model.ts";

const BEAM_NATS = 14;
const MARKS_MAX = 300;
const NARROW_BEAM_NATS = 9;

export type Row = { marks: Int32Array; relativeValues: Float64Array; maxValue: number };

export function forwardPass(lattice: Lattice, steps: Steps): Row[] {
  const { marks, pauses, bounds } = lattice;
  const size = marks.kinds.length;
  const ring = Array.from({ length: EXTRA_PAUSES_MAX + 2 }, () => new SparseVector(size));
  let unmatched = new SparseVector(size);
  let nextUnmatched = new SparseVector(size);
  const rows: Row[] = [];
  for (let pause = 0; pause < pauses.starts.length; pause += 1) {
    lattice.onPause?.(pause);
    const spokenRow = rowOf(ring, pause);
    if (pause === 0) spokenRow.add(0, 0);
    const [low, high] = bounds.open(pause);
    const reachedMarks = new ReachedMarks();
    let maxValue = IMPOSSIBLE_LOG;
    for (const mark of [...new Set([...spokenRow.indexes, ...unmatched.indexes])].toSorted((a, b) => a - b)) {
      if (mark < low || mark > high) continue;
      const value = addLogs(valueAt(spokenRow.values, mark), valueAt(unmatched.values, mark));
      if (value > maxValue) maxValue = value;
      reachedMarks.push(mark, value);
    }
    const isLast = pause === pauses.starts.length - 1;
    const beam = isLast ? Number.POSITIVE_INFINITY : BEAM_NATS;
    const candidates = skipText(reachedMarks, marks, steps.blocks, { maxValue, high, beam });
    // unmatched speech starts where text was just read, or continues
    nextUnmatched.clear();
    if (!isLast) {
      const density = valueAt(steps.unmatched, pause + 1);
      for (const mark of spokenRow.indexes)
        if (valueAt(marks.kinds, mark) >= SENTENCE || mark === 0)
          addIfLikely(
            nextUnmatched,
            mark,
            valueAt(spokenRow.values, mark) + (UNMATCHED_SPEECH_LOG_PRIORS[valueAt(marks.kinds, mark)] ?? 0) + density,
            maxValue - BEAM_NATS,
          );
      for (const mark of unmatched.indexes)
        addIfLikely(nextUnmatched, mark, valueAt(unmatched.values, mark) + density, maxValue - BEAM_NATS);
    }
    const [beamMarks, beamValues]: [number[], number[]] = [[], []];
    const isCrowded = candidates.marks.length > MARKS_MAX && pause > 0 && !isLast;
    const minValue = maxValue - (isCrowded ? NARROW_BEAM_NATS : beam);
    for (const [index, mark] of candidates.marks.entries()) {
      const value = candidates.values[index] ?? IMPOSSIBLE_LOG;
      if (value < minValue) continue;
      const markValue = value + bounds.bonus(mark, pause);
      beamMarks.push(mark);
      beamValues.push(value - maxValue);
      forEachPhrase(lattice, steps, mark, pause, (other, next, weight) =>
        rowOf(ring, next).add(other, markValue + weight),
      );
    }
    rows.push({ marks: Int32Array.from(beamMarks), relativeValues: Float64Array.from(beamValues), maxValue });
    spokenRow.clear();
    [unmatched, nextUnmatched] = [nextUnmatched, unmatched];
  }
  return rows;
}

function addIfLikely(target: SparseVector, mark: number, value: number, minValue: number): void {
  if (value > minValue - 12) target.add(mark, value);
}

function skipText(
  reached: ReachedMarks,
  { kinds, spoken }: PauseCandidates,
  blocks: Int32Array,
  { maxValue, high, beam }: { maxValue: number; high: number; beam: number },
): ReachedMarks {
  const skippedMarks = new ReachedMarks();
  let gapLog = IMPOSSIBLE_LOG;
  let chaptersLog = IMPOSSIBLE_LOG;
  let gapStart = 0;
  let index = 0;
  const firstMark = reached.marks[0];
  if (firstMark === undefined) return skippedMarks;
  for (let block = lowerBound(blocks, firstMark); block <= blocks.length; block += 1) {
    const mark = blocks[block] ?? kinds.length;
    for (; index < reached.marks.length && (reached.marks[index] ?? 0) < mark; index += 1)
      skippedMarks.push(reached.marks[index] ?? 0, reached.values[index] ?? IMPOSSIBLE_LOG);
    if (block === blocks.length) break;
    const isReached = reached.marks[index] === mark;
    const markValue = isReached ? (reached.values[index] ?? IMPOSSIBLE_LOG) : IMPOSSIBLE_LOG;
    if (isReached) index += 1;
    const lettersBetween = valueAt(spoken, mark) - gapStart;
    gapLog += lettersBetween * SKIPPED_LETTER_LOG_PENALTY;
    chaptersLog += lettersBetween * SKIPPED_CHAPTER_LETTER_LOG_PENALTY;
    gapStart = valueAt(spoken, mark);
    const isChapter = valueAt(kinds, mark) === HEADING;
    const entry = addLogs(gapLog + reentryLogPrior(valueAt(kinds, mark)), isChapter ? chaptersLog : IMPOSSIBLE_LOG);
    const value = addLogs(markValue, entry);
    if (mark <= high && value > maxValue - beam) skippedMarks.push(mark, value);
    else if (isReached) skippedMarks.push(mark, markValue);
    if (isReached) gapLog = addLogs(gapLog, markValue + (SKIP_TEXT_LOG_PRIORS[valueAt(kinds, mark)] ?? 0));
    if (isReached && isChapter) chaptersLog = addLogs(chaptersLog, markValue + SKIP_CHAPTERS_LOG_PRIOR);
    if (Math.max(gapLog, chaptersLog) < maxValue - beam - 3 && index >= reached.marks.length) break;
  }
  return skippedMarks;
}
