import { addLogs, valueAt } from "../model/sparse.ts";

export type Group = { audio: readonly [number, number]; text: readonly [number, number] };
export type Edge = "start" | "end";
export type Alignment = ReturnType<typeof findPaths>;

/** Each next cell is `i * (n + 1) + j`. */
export type Visit = (i: number, j: number, step: (to: number, weight: number, isPaired: boolean) => void) => void;

const BEAM_NATS = 25;

export function findPaths(m: number, n: number, visit: Visit) {
  const width = n + 1;
  const size = (m + 1) * width;
  const best = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
  const previousCells = new Int32Array(size).fill(-1);
  const pairedCells = new Uint8Array(size);
  best[0] = 0;
  const liveCells: number[] = [];
  let minScore = Number.NEGATIVE_INFINITY;
  for (let cellIndex = 0; cellIndex < size; cellIndex += 1) {
    if (cellIndex % width === 0) minScore = Math.max(...best.subarray(cellIndex, cellIndex + width)) - BEAM_NATS;
    const cellScore = valueAt(best, cellIndex);
    if (cellScore === Number.NEGATIVE_INFINITY || cellScore < minScore) continue;
    liveCells.push(cellIndex);
    visit(Math.floor(cellIndex / width), cellIndex % width, (to, weight, isPaired) => {
      if (cellScore + weight <= valueAt(best, to)) return;
      best[to] = cellScore + weight;
      previousCells[to] = cellIndex;
      pairedCells[to] = isPaired ? 1 : 0;
    });
  }
  const groups: Group[] = [];
  for (let cell = size - 1; cell > 0 && valueAt(previousCells, cell) >= 0; cell = valueAt(previousCells, cell)) {
    const previous = valueAt(previousCells, cell);
    const [i, j] = [Math.floor(previous / width), previous % width];
    if (pairedCells[cell]) groups.push({ audio: [i, Math.floor(cell / width)], text: [j, cell % width] });
  }
  let sums: ReturnType<typeof sumPaths> | null = null;
  /** Probability that a group starts or ends before audio chapter `i` and text part `j`. */
  const boundaryProbability = (end: Edge, i: number, j: number) => {
    sums ??= sumPaths(liveCells, width, { size, visit });
    return Math.exp(valueAt(sums[end], i * width + j) - sums.total);
  };
  return { score: valueAt(best, size - 1), groups: groups.toReversed(), meets: boundaryProbability };
}

/** A skipped chapter or part isn't a group. */
function sumPaths(liveCells: readonly number[], width: number, { size, visit }: { size: number; visit: Visit }) {
  const createCells = () => new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
  const [forward, backward, start, end] = [createCells(), createCells(), createCells(), createCells()];
  forward[0] = 0;
  backward[size - 1] = 0;
  for (const cell of liveCells)
    visit(Math.floor(cell / width), cell % width, (to, weight) => {
      forward[to] = addLogs(valueAt(forward, to), valueAt(forward, cell) + weight);
    });
  for (const cell of liveCells.toReversed())
    visit(Math.floor(cell / width), cell % width, (to, weight, isPaired) => {
      const restLog = valueAt(backward, to) + weight;
      backward[cell] = addLogs(valueAt(backward, cell), restLog);
      if (!isPaired) return;
      start[cell] = addLogs(valueAt(start, cell), valueAt(forward, cell) + restLog);
      end[to] = addLogs(valueAt(end, to), valueAt(forward, cell) + restLog);
    });
  return { start, end, total: valueAt(forward, size - 1) };
}
