import { addLogs, at } from "../model/sparse.ts";

/** Chapters `sound[0]` until `sound[1]` read the parts `text[0]` until `text[1]`. */
export type Group = { sound: readonly [number, number]; text: readonly [number, number] };
export type End = "start" | "end";
export type Alignment = {
  /** Log likelihood of the best path. */
  score: number;
  groups: Group[];
  /** Probability that a group starts or ends between the chapters before `i` and the parts before `j`, and the others. */
  meets: (end: End, i: number, j: number) => number;
};

/** Gives every step from chapter `i` and part `j` with its log weight; a cell `to` is `i * (n + 1) + j`. */
export type Visit = (i: number, j: number, step: (to: number, weight: number, isPaired: boolean) => void) => void;

/** Paths this much less likely than another with the same sound behind it, in nats, are given up. */
const BEAM = 25;

/** Of all paths through `m` chapters and `n` parts the best; sums over all of them when asked. */
export function findPaths(m: number, n: number, visit: Visit): Alignment {
  const width = n + 1;
  const size = (m + 1) * width;
  const best = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
  const from = new Int32Array(size).fill(-1);
  const paired = new Uint8Array(size);
  best[0] = 0;
  const alive: number[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (let cell = 0; cell < size; cell += 1) {
    if (cell % width === 0) least = highest(best, cell, cell + width) - BEAM;
    const reached = at(best, cell);
    if (reached === Number.NEGATIVE_INFINITY || reached < least) continue;
    alive.push(cell);
    visit(Math.floor(cell / width), cell % width, (to, weight, isPaired) => {
      if (reached + weight <= at(best, to)) return;
      best[to] = reached + weight;
      from[to] = cell;
      paired[to] = isPaired ? 1 : 0;
    });
  }
  const groups: Group[] = [];
  for (let cell = size - 1; cell > 0 && at(from, cell) >= 0; cell = at(from, cell)) {
    const before = at(from, cell);
    const [i, j] = [Math.floor(before / width), before % width];
    if (paired[cell]) groups.push({ sound: [i, Math.floor(cell / width)], text: [j, cell % width] });
  }
  let sums: ReturnType<typeof sumPaths> | null = null;
  const meets = (end: End, i: number, j: number) => {
    sums ??= sumPaths(alive, width, { size, visit });
    return Math.exp(at(sums[end], i * width + j) - sums.total);
  };
  return { score: at(best, size - 1), groups: groups.toReversed(), meets };
}

/** Log sums of all paths in which a group starts, or ends, at each cell. A skipped chapter or part is no group. */
function sumPaths(alive: readonly number[], width: number, { size, visit }: { size: number; visit: Visit }) {
  const none = () => new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
  const [forward, backward, start, end] = [none(), none(), none(), none()];
  forward[0] = 0;
  backward[size - 1] = 0;
  for (const cell of alive)
    visit(Math.floor(cell / width), cell % width, (to, weight) => {
      forward[to] = addLogs(at(forward, to), at(forward, cell) + weight);
    });
  for (const cell of alive.toReversed())
    visit(Math.floor(cell / width), cell % width, (to, weight, isPaired) => {
      const after = at(backward, to) + weight;
      backward[cell] = addLogs(at(backward, cell), after);
      if (!isPaired) return;
      start[cell] = addLogs(at(start, cell), at(forward, cell) + after);
      end[to] = addLogs(at(end, to), at(forward, cell) + after);
    });
  return { start, end, total: at(forward, size - 1) };
}

function highest(values: Float64Array, from: number, until: number): number {
  let high = Number.NEGATIVE_INFINITY;
  for (let index = from; index < until; index += 1) high = Math.max(high, at(values, index));
  return high;
}
