import { zonedInstant } from "#contract/zoned-time.ts";

export type Clock = { now: () => Date };

export const systemClock: Clock = { now: () => new Date() };

export type InstantAt = (dateTime: string) => Date;

/** Returns a function from a local time (yyyy-MM-ddTHH:mm) to its instant. */
export function createInstantAt(timeZone: string): InstantAt {
  return (dateTime) => zonedInstant(dateTime, timeZone);
}
