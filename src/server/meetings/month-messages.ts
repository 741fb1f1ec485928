import type { Deps } from "#server/deps.ts";

/** The team's message for exactly this month (yyyy-MM); "" if there is none. */
export function findMonthMessage({ stores }: Deps, month: string): string {
  return stores.monthMessages.findOwn(month)?.message ?? "";
}

/** Call it in a transaction. */
export function saveMonthMessage({ stores }: Deps, month: string, message: string): void {
  stores.monthMessages.save(month, message);
}
