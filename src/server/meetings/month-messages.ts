import type { Deps } from "#server/deps.ts";

/** What the team wrote for this month (yyyy-MM) itself; "" for nothing. */
export function findMonthMessage({ stores }: Deps, month: string): string {
  return stores.monthMessages.findOwn(month)?.message ?? "";
}

/** Call it in a transaction. */
export function saveMonthMessage({ stores }: Deps, month: string, message: string): void {
  stores.monthMessages.save(month, message);
}
