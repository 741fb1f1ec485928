import { addDays } from "date-fns";

import type { MonthlyRun, OutboxCounts } from "#contract/email.ts";
import type { MonthPlan } from "#contract/months.ts";
import { addCalendarMonths, zonedInstant } from "#contract/zoned-time.ts";
import { recordAuditEvent } from "#server/access/audit.ts";
import { type Actor, OPERATOR, writeAs } from "#server/access/caller.ts";
import { getCurrentMonth } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { addToOutbox, isMailConfigured, isMailEnabled, startDelivery } from "#server/outbox/outbox.ts";

import { findDeliveryPause, isDelivering, QUEUE_TTL_DAYS } from "./delivery.ts";

/** In the club's time zone (DESIGN 3). */
const DUE_DAY_AND_TIME = "01T09:00";

export function getMonthlyMailTime({ config }: Deps, month: string): Date {
  return zonedInstant(`${month}-${DUE_DAY_AND_TIME}`, config.clubTimeZone);
}

/** The time is past while a missed mail can still be sent (DESIGN 3), unless it was due before mail was enabled. */
export function getNextDueTime(deps: Deps): Date {
  const month = getCurrentMonth(deps);
  const dueAt = getMonthlyMailTime(deps, month);
  const now = deps.clock.now();
  if (now < dueAt) return dueAt;
  const isMissed = deps.stores.email.wasEnabled(dueAt.toISOString()) && !hasMail(deps.stores.outbox.count(month));
  if (isMissed && now < addDays(dueAt, QUEUE_TTL_DAYS)) return dueAt;
  return getMonthlyMailTime(deps, addCalendarMonths(month, 1));
}

/** @throws AppError 'conflict' if it can't be sent */
export function triggerMonthlyMail(deps: Deps, actor: Actor = OPERATOR): MonthlyRun {
  requireMailReady(deps);
  const { stores, clock } = deps;
  return writeAs(deps, actor, (author) => {
    const currentRun = getMonthlyRun(deps);
    if (currentRun.running && !stores.email.findPause())
      throw new AppError("conflict", "The monthly email is already being sent.");
    addToOutbox(deps, { kind: "monthly", dedupeKey: currentRun.period });
    stores.outbox.requeueFailed(currentRun.period, clock.now().toISOString());
    stores.email.pause(null);
    const startedRun = getMonthlyRun(deps);
    if (!startedRun.running) throw new AppError("conflict", "Everyone already has this month's email.");
    startDelivery(deps);
    recordAuditEvent(deps, author, "monthly-email-triggered");
    return startedRun;
  });
}

export function getMonthlyRun(deps: Deps): MonthlyRun {
  const period = getCurrentMonth(deps);
  const counts = deps.stores.outbox.count(period);
  const { queued, sending, sent, failed, unknown } = counts;
  return {
    ...counts,
    period,
    // a deferred mail doesn't make the run active
    running:
      (queued > 0 && deps.stores.outbox.hasReady(deps.clock.now().toISOString())) ||
      (sending > 0 && isDelivering(deps)),
    total: queued + sending + sent + failed + unknown,
    pause: findDeliveryPause(deps),
  };
}

/** @throws AppError 'conflict' unless configured and enabled (SPEC 4) */
export function requireMailReady(deps: Deps): void {
  if (!isMailConfigured(deps)) throw new AppError("conflict", "The email service is not configured on the server yet.");
  if (!deps.stores.email.isEnabled())
    throw new AppError("conflict", "The email service is disabled. Please enable it first.");
}

/** Whether and when it is sent, and the number of recipients (BEYOND 1). */
export function getMailOfMonth(deps: Deps, month: string): MonthPlan["mail"] {
  const { stores, clock } = deps;
  const dueTime = getMonthlyMailTime(deps, month);
  const sendsAt = dueTime.toISOString();
  const counts = stores.outbox.count(month);
  const pendingCount = counts.queued + counts.sending;
  if (hasMail(counts))
    return {
      state: "sent",
      sendsAt,
      reaches: pendingCount + counts.sent,
      ...(pendingCount > 0 && { waiting: pendingCount }),
    };
  const isScheduled =
    isMailEnabled(deps) && (dueTime > clock.now() || getNextDueTime(deps).getTime() === dueTime.getTime());
  return { state: isScheduled ? "scheduled" : "off", sendsAt, reaches: stores.outbox.countReaders() };
}

function hasMail(counts: OutboxCounts): boolean {
  return Object.values(counts).some((count) => count > 0);
}
