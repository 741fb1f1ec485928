/**
 * A line of docs/performance.md: what is measured, the club's figure, what it's compared with, and DESIGN 7's budget.
 */
export type Row = {
  what: string;
  club: string;
  compared: string;
  budget: string;
  holds: boolean;
};

/** One benchmark. To add one, export such a function from a file here and list it in scripts/bench.ts. */
export type Bench = () => Promise<Row[]>;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function mebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

/** The median, with the lowest and highest. */
export function spread(values: readonly number[]): string {
  const show = (value: number) => (value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString("en"));
  return `${show(median(values))} (${show(Math.min(...values))}–${show(Math.max(...values))})`;
}
