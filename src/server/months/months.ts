import type { MonthPatch, MonthPlan } from "#contract/months.ts";
import { trimText } from "#contract/text-length.ts";
import { addCalendarMonths } from "#contract/zoned-time.ts";
import { recordAuditEvent } from "#server/access/audit.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { findOldestMonth } from "#server/books/catalog.ts";
import { getCurrentMonth } from "#server/books/current-book.ts";
import type { MemberViewer } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, assertNotStale } from "#server/errors.ts";
import { mapInBatches } from "#server/http/batches.ts";
import { getMailOfMonth } from "#server/mail/monthly-mail.ts";
import { findMonthMessage, saveMonthMessage } from "#server/meetings/content.ts";
import { getMonthPlan } from "#server/meetings/month-plan.ts";

const MONTHS_AHEAD_MAX = 2;
/** Limits the months that a mistyped year of a book creates. */
const MONTHS_MAX = 1200;

const MONTHS_PER_BATCH = 20;

/** The months from the oldest book to two months ahead, newest first (BEYOND 1). */
export async function listMonths(deps: Deps, viewer: MemberViewer): Promise<MonthPlan[]> {
  const currentMonth = getCurrentMonth(deps);
  const oldestMonth = findOldestMonth(deps) ?? currentMonth;
  const months: string[] = [];
  for (
    let month = addCalendarMonths(currentMonth, MONTHS_AHEAD_MAX);
    months.length < MONTHS_MAX;
    month = addCalendarMonths(month, -1)
  ) {
    if (month < currentMonth && month < oldestMonth) break;
    months.push(month);
  }
  return mapInBatches(months, (month) => getMonth(deps, viewer, month), MONTHS_PER_BATCH);
}

export function getMonth(deps: Deps, viewer: MemberViewer, month: string): MonthPlan {
  const { missing, ...plan } = getMonthPlan(deps, viewer, month);
  return { ...plan, mail: getMailOfMonth(deps, month), missing };
}

export function updateMonth(deps: Deps, actor: Actor, month: string, { message, was }: MonthPatch): MonthPlan {
  return writeAs(deps, actor, (author) => {
    if (month < getCurrentMonth(deps))
      throw new AppError("conflict", "That month is over. Its message stays as it was.");
    assertNotStale({ message: findMonthMessage(deps, month) }, { message: trimText(message) }, was);
    saveMonthMessage(deps, month, trimText(message));
    recordAuditEvent(deps, author, "message-changed", month);
    return getMonth(deps, author, month);
  });
}
