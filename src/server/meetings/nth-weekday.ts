import { dayAfter } from "#contract/zoned-time.ts";

const WEEK = 7;

/**
 * The day of `month` (yyyy-MM) that is the same weekday of it as `day` (yyyy-MM-dd) is of its own: the second Wednesday
 * for a second Wednesday. The last one of a month stays the last one.
 */
export function sameWeekday(day: string, month: string): string {
  const first = `${month}-01`;
  const ahead = (weekdayOf(day) - weekdayOf(first) + WEEK) % WEEK;
  const days = Array.from({ length: 5 }, (_, week) => dayAfter(first, ahead + week * WEEK)).filter((one) =>
    one.startsWith(month),
  );
  const isLast = !dayAfter(day, WEEK).startsWith(day.slice(0, 7));
  const index = isLast ? days.length - 1 : Math.floor((Number(day.slice(8)) - 1) / WEEK);
  return days[index] ?? first;
}

function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}
