import { describeError } from "#server/adapters/log.ts";
import type { Deps } from "#server/deps.ts";

/**
 * Writes what a read request records, such as the use of a session. If the write fails, as on a full disk, the request
 * still succeeds. Not for use in a transaction, which SQLite may roll back then.
 */
export function writeBestEffort({ stores, log }: Pick<Deps, "stores" | "log">, work: () => void): void {
  try {
    stores.transaction(work);
  } catch (error) {
    log.warn("recording failed", { error: describeError(error) });
  }
}
