import type { Row } from "./forward.ts";
import { addLogs, at, NEVER, pick, Sparse } from "./sparse.ts";
import {
  CHAPTERS_LEFT_OUT,
  EXTRA_MAX,
  forEachPhrase,
  FURTHER_CHAPTER_LETTER,
  FURTHER_LETTER,
  INSERTED,
  type Lattice,
  LEFT_OUT,
  type Phrase,
  reentryLogPrior,
  type Steps,
} from "./transitions.ts";
import {
  FINAL_LETTERS,
  HEADING,
  type Heard,
  lengthClass,
  type PauseCandidates,
  type Pauses,
  SENTENCE,
  type VoiceModel,
} from "./voice-model.ts";

type Found = { rows: Row[]; total: number; heard: Heard | null; phrase: ((phrase: Phrase) => void) | null };

export function backwardPass(lattice: Lattice, steps: Steps, { rows, total, heard, phrase }: Found): void {
  const { marks, pauses, voice, bounds } = lattice;
  const size = marks.kinds.length;
  const ring = Array.from({ length: EXTRA_MAX + 2 }, () => new Sparse(size));
  let strangeAfter = new Sparse(size);
  let strange = new Sparse(size);
  const lastPause = pauses.starts.length - 1;
  for (let pause = lastPause; pause >= 0; pause -= 1) {
    lattice.onPause?.(lastPause);
    const row = rows[pause];
    if (!row) continue;
    // likelihood of all that follows, once speech is to begin at a mark
    const begins = new Float64Array(row.marks.length).fill(NEVER);
    for (let index = 0; index < row.marks.length; index += 1) {
      const mark = at(row.marks, index);
      if (pause === lastPause) {
        if (mark === size - 1) begins[index] = 0;
        continue;
      }
      const bonus = bounds.bonus(mark, pause);
      const reached = at(row.likely, index) + row.top + bonus - total;
      let sum = NEVER;
      forEachPhrase(lattice, steps, mark, pause, (other, next, weight, speech) => {
        const after = at(pick(ring, next).values, other);
        if (after === NEVER) return;
        const value = weight + after;
        sum = addLogs(sum, value);
        const share = Math.exp(reached + value);
        if (share < 1e-4) return;
        const found = { fromMark: mark, fromPause: pause, toMark: other, toPause: next, share, weight };
        phrase?.(found);
        if (heard) accumulate(heard, { marks, pauses, voice }, found, speech);
      });
      begins[index] = sum + bonus;
    }
    const own = pick(ring, pause);
    own.clear();
    strange.clear();
    // text left out, from the end
    let gap = NEVER;
    let chapters = NEVER;
    let gapAt = 0;
    for (let index = row.marks.length - 1; index >= 0; index -= 1) {
      const mark = at(row.marks, index);
      const kind = at(marks.kinds, mark);
      const isBlock = kind >= SENTENCE;
      const further = gapAt - at(marks.spoken, mark);
      if (isBlock) gap += further * FURTHER_LETTER;
      if (isBlock) chapters += further * FURTHER_CHAPTER_LETTER;
      if (isBlock) gapAt = at(marks.spoken, mark);
      const speaks = at(begins, index);
      let base = isBlock ? addLogs(speaks, gap + (LEFT_OUT[kind] ?? 0)) : speaks;
      if (kind === HEADING) base = addLogs(base, chapters + CHAPTERS_LEFT_OUT);
      if (isBlock) gap = addLogs(gap, speaks + reentryLogPrior(kind));
      if (kind === HEADING) chapters = addLogs(chapters, speaks);
      let inserted = NEVER;
      if (isBlock || mark === 0) {
        const density = pause < lastPause ? at(steps.strange, pause + 1) : NEVER;
        inserted = density + at(strangeAfter.values, mark);
        strange.add(mark, addLogs(base, inserted));
      }
      own.add(mark, addLogs(base, inserted + (INSERTED[kind] ?? 0)));
    }
    // sound without text may go on where nothing else is likely
    if (pause < lastPause)
      for (const mark of strangeAfter.used)
        if (strange.values[mark] === NEVER) {
          const value = at(steps.strange, pause + 1) + at(strangeAfter.values, mark);
          strange.add(mark, value);
          own.add(mark, value + (INSERTED[at(marks.kinds, mark)] ?? 0));
        }
    [strange, strangeAfter] = [strangeAfter, strange];
  }
}

type Around = { marks: PauseCandidates; pauses: Pauses; voice: VoiceModel };

function accumulate(heard: Heard, { marks, pauses, voice }: Around, phrase: Phrase, speech: number): void {
  const { fromMark, fromPause, toMark, toPause, share } = phrase;
  const kind = at(marks.kinds, toMark);
  const letters = at(marks.spoken, toMark) - at(marks.spoken, fromMark) + FINAL_LETTERS;
  if (toPause < pauses.starts.length - 1) {
    const log = Math.log(Math.max(0.02, at(pauses.ends, toPause) - at(pauses.starts, toPause)));
    bump(heard.paused, kind, share);
    bump(heard.logs, kind, share * log);
    bump(heard.squares, kind, share * log * log);
  }
  for (let mark = fromMark + 1; mark < toMark; mark += 1) bump(heard.passed, at(marks.kinds, mark), share);
  for (let pause = fromPause + 1; pause < toPause; pause += 1) {
    const log = Math.log(Math.max(0.02, at(pauses.ends, pause) - at(pauses.starts, pause)));
    heard.extra.count += share;
    heard.extra.logs += share * log;
    heard.extra.squares += share * log * log;
  }
  heard.extra.seconds += share * speech;
  const length = lengthClass(letters);
  const off = Math.log(speech) - Math.log(letters * at(voice.tempo, fromPause));
  bump(heard.phrases, length, share);
  bump(heard.distances, length, share * off * off);
  bump(heard.seconds, fromPause, share * speech);
  bump(heard.letters, fromPause, share * letters);
}

function bump(values: Float64Array, index: number, by: number): void {
  values[index] = (values[index] ?? 0) + by;
}
