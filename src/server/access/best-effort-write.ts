import { describeError } from "#server/adapters/log.ts";
import type { Deps } from "#server/deps.ts";

/** For writes of a read-only request: if the disk is full, the request still succeeds. Not within a transaction. */
export function writeBestEffort({ stores, log }: Pick<Deps, "stores" | "log">, work: () => void): void {
  try {
    stores.transaction(work);
  } catch (error) {
    log.warn("recording failed", { error: describeError(error) });
  }
}
