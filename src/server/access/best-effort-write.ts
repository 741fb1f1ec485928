import { describeError } from "#server/adapters/log.ts";
import type { Deps } from "#server/deps.ts";

/**
 * Writes what a call that only reads notes in passing, such as when a session was used. Where nothing can be written, as
 * on a full disk, the call is answered all the same. Not in a transaction, which SQLite may end then.
 */
export function writeBestEffort({ stores, log }: Pick<Deps, "stores" | "log">, work: () => void): void {
  try {
    stores.transaction(work);
  } catch (error) {
    log.warn("not noted", { error: describeError(error) });
  }
}
