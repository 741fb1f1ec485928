import { monthAfter } from "#contract/month.ts";
import { dayAfter } from "#contract/zoned-time.ts";
import { currentMonth } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";
import { planOf } from "#server/meetings/month-plan.ts";

/** Days before a month begins, at 09:00 in the club's zone (BEYOND 3). */
const WARNING_DAYS = 3;
const NOBODY = { id: 0, isAdmin: true };

export const missingOf = (deps: Deps, month: string) => planOf(deps, NOBODY, month).missing;

/** Queues the warning about next month when it's due and something is missing. @returns how many */
export function queueMonthIncompleteMail(deps: Deps): number {
  const { stores, clock, instantAt } = deps;
  const month = monthAfter(currentMonth(deps), 1);
  const due = instantAt(`${dayAfter(`${month}-01`, -WARNING_DAYS)}T09:00`);
  const now = clock.now();
  if (due > now || !stores.email.wasEnabled(due.toISOString()) || missingOf(deps, month).length === 0) return 0;
  return stores.outbox.queue({
    kind: "month-unready",
    about: month,
    period: currentMonth(deps),
    now: now.toISOString(),
  });
}
