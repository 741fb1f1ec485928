const DAY_MS = 24 * 60 * 60 * 1000;
/** How many of the newest days, weeks and months keep a backup. */
const RETENTION = { days: 7, weeks: 4, months: 6 } as const;

/**
 * Nights to remove; those kept count only days, weeks and months that have one: a club may be off for a year.
 * @param incomplete those that lack files, which are thinned out by themselves: no whole one goes because of them
 */
export function expiredNights(nights: readonly string[], incomplete: ReadonlySet<string> = new Set()): string[] {
  const [beside, whole] = [
    nights.filter((night) => incomplete.has(night)),
    nights.filter((night) => !incomplete.has(night)),
  ];
  return [...thinOut(whole), ...thinOut(beside)];
}

function thinOut(nights: readonly string[]): string[] {
  const newestFirst = nights.toSorted().toReversed();
  const kept = new Set([
    ...newestOfEach(newestFirst, (night) => night, RETENTION.days),
    ...newestOfEach(newestFirst, week, RETENTION.weeks),
    ...newestOfEach(newestFirst, (night) => night.slice(0, 7), RETENTION.months),
  ]);
  return newestFirst.filter((night) => !kept.has(night));
}

function newestOfEach(newestFirst: readonly string[], period: (night: string) => string, count: number): string[] {
  const newest = new Map<string, string>();
  for (const night of newestFirst) if (!newest.has(period(night))) newest.set(period(night), night);
  return [...newest.values()].slice(0, count);
}

/** January 1, 1970 was a Thursday. */
function week(night: string): string {
  return String(Math.floor((Date.parse(night) / DAY_MS + 3) / 7));
}
