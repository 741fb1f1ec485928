import { firstIndexFrom } from "#contract/chapters.ts";

export const IMPOSSIBLE_LOG = Number.NEGATIVE_INFINITY;

/** Log likelihoods of one pause at all marks; few are ever set. */
export class SparseVector {
  readonly values: Float64Array;
  indexes: number[] = [];
  constructor(size: number) {
    this.values = new Float64Array(size).fill(IMPOSSIBLE_LOG);
  }
  add(index: number, value: number): void {
    const current = this.values[index] ?? IMPOSSIBLE_LOG;
    if (current === IMPOSSIBLE_LOG) this.indexes.push(index);
    this.values[index] = addLogs(current, value);
  }
  clear(): void {
    for (const index of this.indexes) this.values[index] = IMPOSSIBLE_LOG;
    this.indexes = [];
  }
}

export class ReachedMarks {
  marks: number[] = [];
  values: number[] = [];
  push(mark: number, value: number): void {
    this.marks.push(mark);
    this.values.push(value);
  }
}

export function rowOf(ring: readonly SparseVector[], pause: number): SparseVector {
  const row = ring[pause % ring.length];
  if (!row) throw new Error("No such row");
  return row;
}

export function lowerBound(values: Int32Array | Float64Array, value: number): number {
  return firstIndexFrom(values.length, (index) => valueAt(values, index) < value);
}

export function addLogs(one: number, other: number): number {
  if (one < other) return addLogs(other, one);
  if (one === IMPOSSIBLE_LOG) return IMPOSSIBLE_LOG;
  const difference = other - one;
  return difference < -20 || other === IMPOSSIBLE_LOG ? one : one + Math.log1p(Math.exp(difference));
}

export function valueAt(values: ArrayLike<number>, index: number): number {
  return values[index] ?? 0;
}
