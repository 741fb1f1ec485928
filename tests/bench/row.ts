/** A line of docs/performance.md: what is measured, the figures of this run, and DESIGN 7's budget. */
export type Row = { name: string; figures: string; budget: string; isMet: boolean };

/** One benchmark. To add one, export such a function from a file here and list it in scripts/bench.ts. */
export type Bench = () => Promise<Row[]>;

type Measure = (isWarmUp: boolean) => Promise<number>;

/**
 * Measures alternately, and every second round in reverse order, so that other load and side effects affect all alike.
 * The first round is a warm-up. @returns the figures of each, by round
 */
export async function measureInTurn(rounds: number, measures: readonly Measure[]): Promise<number[][]> {
  const figures = measures.map((): number[] => []);
  for (let round = -1; round < rounds; round += 1) {
    const indexedMeasures = [...measures.entries()];
    for (const [index, measure] of round % 2 === 0 ? indexedMeasures : indexedMeasures.toReversed()) {
      const figure = await measure(round < 0);
      if (round >= 0) figures[index]?.push(figure);
    }
  }
  return figures;
}

type Compared = {
  ours: readonly number[];
  theirs: readonly number[];
  /** The name of the reference, and the unit of the figures. */
  baseline: string;
  unit: string;
  suffix?: string;
} & ({ atMost: number } | { atLeast: number });

/** A row whose budget compares the club's figures with the reference's: the median of the ratios by round. */
export function compare(name: string, { ours, theirs, baseline, unit, suffix, ...budget }: Compared): Row {
  const ratio = median(ours.map((figure, round) => figure / (theirs[round] ?? Number.NaN)));
  const isUpperBound = "atMost" in budget;
  const formatPercent = (share: number) => `${Math.round(share * 100)} %`;
  const ratioText = isUpperBound ? `${ratio.toFixed(2)} ×` : formatPercent(ratio);
  return {
    name,
    figures: [`${formatSpread(ours)}${unit}, ${ratioText}`, `${baseline} ${formatSpread(theirs)}${unit}`, suffix]
      .filter(Boolean)
      .join("; "),
    budget: isUpperBound ? `≤ ${budget.atMost} ×` : `≥ ${formatPercent(budget.atLeast)}`,
    isMet: isUpperBound ? ratio <= budget.atMost : ratio >= budget.atLeast,
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function formatMebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

/** The median, with the lowest and highest. */
export function formatSpread(values: readonly number[]): string {
  const formatValue = (value: number) => (value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString("en"));
  return `${formatValue(median(values))} (${formatValue(Math.min(...values))}–${formatValue(Math.max(...values))})`;
}
