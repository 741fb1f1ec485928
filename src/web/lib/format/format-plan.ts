import { formatPlanTarget } from "#contract/chapters.ts";
import type { PlanLine } from "#contract/plan.ts";
import { localTime } from "#contract/zoned-time.ts";

import { formatWeekday } from "./dates.ts";
import { formatMinutes } from "./duration.ts";

type PlanOptions = { isListening: boolean };

/** 'By Sun, Jan 25: through chapter 9', with a reader's page or a listener's minutes (BEYOND 10). */
export function formatPlanLine(line: PlanLine, { isListening }: PlanOptions): string {
  const { by, fraction, page, seconds } = line;
  const isMinutes = isListening && page === null && seconds !== null;
  const pageOrTime = page !== null ? `, page ${page}` : isMinutes ? `, ${formatMinutes(seconds / 60)} in` : "";
  return `By ${formatWeekday(by)}: ${formatPlanTarget(line)}${fraction < 1 ? pageOrTime : ""}`;
}

export function findComingLines(lines: readonly PlanLine[], timeZone: string, now = new Date()): PlanLine[] {
  const today = localTime(now, timeZone).slice(0, 10);
  return lines.filter(({ by }) => by >= today);
}
