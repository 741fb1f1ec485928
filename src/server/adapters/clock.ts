import { zonedInstant } from "#contract/zoned-time.ts";

import { RecentMap } from "./recent-map.ts";

export type Clock = { now: () => Date };

export const systemClock: Clock = { now: () => new Date() };

export type InstantAt = (local: string) => Date;

const INSTANTS_MAX = 1000;

/** `zonedInstant` with a cache: it formats dates three times, and Home needs the same meeting's times repeatedly. */
export function createInstantAt(timeZone: string): InstantAt {
  const known = new RecentMap<number>(INSTANTS_MAX);
  return (local) => {
    const before = known.get(local);
    if (before !== undefined) return new Date(before);
    const instant = zonedInstant(local, timeZone);
    known.set(local, instant.getTime());
    return instant;
  };
}

export type MonthAt = (instant: Date) => string;

export function createMonthAt(timeZone: string): MonthAt {
  // asked on every page, and slow to compute, so cached per minute
  let last = { minute: Number.NaN, month: "" };
  return (instant) => {
    const minute = Math.floor(instant.getTime() / 60_000);
    if (last.minute !== minute) {
      const parts = new Intl.DateTimeFormat("en", { timeZone, year: "numeric", month: "2-digit" }).formatToParts(
        instant,
      );
      const part = (type: string) => parts.find((found) => found.type === type)?.value ?? "";
      last = { minute, month: `${part("year")}-${part("month")}` };
    }
    return last.month;
  };
}
