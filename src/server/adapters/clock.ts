import { localTime, zonedInstant } from "#contract/zoned-time.ts";

export type Clock = { now: () => Date };

export const systemClock: Clock = { now: () => new Date() };

export type InstantAt = (dateTime: string) => Date;

/** Returns a function from a local time (yyyy-MM-ddTHH:mm) to its instant. */
export function createInstantAt(timeZone: string): InstantAt {
  return (dateTime) => zonedInstant(dateTime, timeZone);
}

export type MonthAt = (instant: Date) => string;

export function createMonthAt(timeZone: string): MonthAt {
  return (instant) => localTime(instant, timeZone).slice(0, "yyyy-MM".length);
}
