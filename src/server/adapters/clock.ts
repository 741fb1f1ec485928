export type Clock = { now: () => Date };

export const systemClock: Clock = { now: () => new Date() };

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
