import type { IdempotentTable, Send } from "#db/idempotency-keys.ts";
import type { Deps } from "#server/deps.ts";

type Sent = { noun: IdempotentTable; userId: number; sendKey: string | undefined };

/**
 * Makes what a page sends once per key: a device whose answer was lost sends it again. Call it in a transaction.
 * @param again shows what is there already
 * @returns null when it was made and deleted since, which is as good as done
 */
export function createOnce<Made>(
  deps: Deps,
  sent: Sent,
  { again, make }: { again: (id: number) => Made; make: () => Made },
): Made | null {
  if (!isKeyed(sent)) return make();
  const id = deps.stores.sends.find(sent);
  if (id !== null) return again(id);
  return deps.stores.sends.isDeleted(sent) ? null : make();
}

/** To ask before what it belongs to is looked up, which may be gone as well. */
export function wasCreatedAndDeleted(deps: Deps, sent: Sent): boolean {
  return isKeyed(sent) && deps.stores.sends.isDeleted(sent);
}

const isKeyed = (sent: Sent): sent is Send => sent.sendKey !== undefined;
