import type { TextSentence } from "../text/marks-of-book.ts";
import type { TimedSentence } from "./heard.ts";

/** Of a text's sentences, those that begin in a piece that is sure. */
export function confidentShare(heard: readonly TimedSentence[], all: readonly TextSentence[]): number {
  const bySection = Map.groupBy(
    heard.filter(({ sure }) => sure),
    ({ section }) => section,
  );
  for (const own of bySection.values()) own.sort((one, other) => one.from - other.from);
  let count = 0;
  for (const { section, from } of all) {
    const own = bySection.get(section) ?? [];
    const last = own[lastBefore(own, from)];
    if (last && last.to > from) count += 1;
  }
  return count / Math.max(1, all.length);
}

function lastBefore(own: readonly TimedSentence[], from: number): number {
  let [low, high] = [0, own.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((own[middle]?.from ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
