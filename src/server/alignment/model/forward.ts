import { addLogs, at, lowerBound, NEVER, pick, Reached, Sparse } from "./sparse.ts";
import {
  CHAPTERS_LEFT_OUT,
  EXTRA_MAX,
  forEachPhrase,
  FURTHER_CHAPTER_LETTER,
  FURTHER_LETTER,
  INSERTED,
  type Lattice,
  LEFT_OUT,
  reentryLogPrior,
  type Steps,
} from "./transitions.ts";
import { HEADING, type PauseCandidates, SENTENCE } from "./voice-model.ts";

/** Places this much less likely than another behind the same sound, in nats, are given up. */
const BEAM = 14;
/** With more places than this behind one pause, only the likelier ones are followed. */
const PLACES_MAX = 300;
const NARROW_BEAM = 9;

/** Marks that were reached when a pause ends, in order, and how likely, less `top`. */
export type Row = { marks: Int32Array; likely: Float64Array; top: number };

export function forwardPass(lattice: Lattice, steps: Steps): Row[] {
  const { marks, pauses, bounds } = lattice;
  const size = marks.kinds.length;
  const ring = Array.from({ length: EXTRA_MAX + 2 }, () => new Sparse(size));
  let strange = new Sparse(size);
  let stranger = new Sparse(size);
  const rows: Row[] = [];
  for (let pause = 0; pause < pauses.starts.length; pause += 1) {
    lattice.onPause?.(pause);
    const spoken = pick(ring, pause);
    if (pause === 0) spoken.add(0, 0);
    const [low, high] = bounds.open(pause);
    const reached = new Reached();
    let top = NEVER;
    for (const mark of [...new Set([...spoken.used, ...strange.used])].toSorted((one, other) => one - other)) {
      if (mark < low || mark > high) continue;
      const value = addLogs(at(spoken.values, mark), at(strange.values, mark));
      if (value > top) top = value;
      reached.push(mark, value);
    }
    const isLast = pause === pauses.starts.length - 1;
    // however the sound ends, the rest of the text is left out
    const beam = isLast ? Number.POSITIVE_INFINITY : BEAM;
    const all = leaveOut(reached, marks, steps.blocks, { top, high, beam });
    // sound without text may begin where text was just read, or go on
    stranger.clear();
    if (!isLast) {
      const density = at(steps.strange, pause + 1);
      for (const mark of spoken.used)
        if (at(marks.kinds, mark) >= SENTENCE || mark === 0)
          carry(stranger, mark, at(spoken.values, mark) + (INSERTED[at(marks.kinds, mark)] ?? 0) + density, top - BEAM);
      for (const mark of strange.used) carry(stranger, mark, at(strange.values, mark) + density, top - BEAM);
    }
    const [keptMarks, kept]: [number[], number[]] = [[], []];
    const isMany = all.marks.length > PLACES_MAX && pause > 0 && !isLast;
    const least = top - (isMany ? NARROW_BEAM : beam);
    for (const [index, mark] of all.marks.entries()) {
      const value = all.values[index] ?? NEVER;
      if (value < least) continue;
      const own = value + bounds.bonus(mark, pause);
      keptMarks.push(mark);
      kept.push(value - top);
      forEachPhrase(lattice, steps, mark, pause, (other, next, weight) => pick(ring, next).add(other, own + weight));
    }
    rows.push({ marks: Int32Array.from(keptMarks), likely: Float64Array.from(kept), top });
    spoken.clear();
    [strange, stranger] = [stranger, strange];
  }
  return rows;
}

function carry(into: Sparse, mark: number, value: number, least: number): void {
  if (value > least - 12) into.add(mark, value);
}

/** Adds the marks reached by leaving out text from those reached before, at the same pause. */
function leaveOut(
  reached: Reached,
  { kinds, spoken }: PauseCandidates,
  blocks: Int32Array,
  { top, high, beam }: { top: number; high: number; beam: number },
): Reached {
  const out = new Reached();
  let gap = NEVER;
  let chapters = NEVER;
  let gapAt = 0;
  let index = 0;
  const first = reached.marks[0];
  if (first === undefined) return out;
  for (let block = lowerBound(blocks, first); block <= blocks.length; block += 1) {
    const mark = blocks[block] ?? kinds.length;
    // marks between blocks are reached by reading alone
    for (; index < reached.marks.length && (reached.marks[index] ?? 0) < mark; index += 1)
      out.push(reached.marks[index] ?? 0, reached.values[index] ?? NEVER);
    if (block === blocks.length) break;
    const isHere = reached.marks[index] === mark;
    const own = isHere ? (reached.values[index] ?? NEVER) : NEVER;
    if (isHere) index += 1;
    const further = at(spoken, mark) - gapAt;
    gap += further * FURTHER_LETTER;
    chapters += further * FURTHER_CHAPTER_LETTER;
    gapAt = at(spoken, mark);
    const isChapter = at(kinds, mark) === HEADING;
    const entry = addLogs(gap + reentryLogPrior(at(kinds, mark)), isChapter ? chapters : NEVER);
    const value = addLogs(own, entry);
    if (mark <= high && value > top - beam) out.push(mark, value);
    else if (isHere) out.push(mark, own);
    if (isHere) gap = addLogs(gap, own + (LEFT_OUT[at(kinds, mark)] ?? 0));
    if (isHere && isChapter) chapters = addLogs(chapters, own + CHAPTERS_LEFT_OUT);
    if (Math.max(gap, chapters) < top - beam - 3 && index >= reached.marks.length) break;
  }
  return out;
}
