import type { IdempotentTable, Send } from "#db/idempotency-keys.ts";
import type { Deps } from "#server/deps.ts";

type SendRequest = { noun: IdempotentTable; userId: number; sendKey: string | undefined };

/**
 * Makes what a page sends once per key: a device whose answer was lost sends it again. Call it in a transaction.
 * @param again shows what is there already
 * @returns null when it was made and deleted since, which is as good as done
 */
export function createOnce<Created>(
  deps: Deps,
  request: SendRequest,
  { again, make }: { again: (id: number) => Created; make: () => Created },
): Created | null {
  if (!hasSendKey(request)) return make();
  const id = deps.stores.sends.find(request);
  if (id !== null) return again(id);
  return deps.stores.sends.isDeleted(request) ? null : make();
}

/** To ask before what it belongs to is looked up, which may be gone as well. */
export function wasCreatedAndDeleted(deps: Deps, request: SendRequest): boolean {
  return hasSendKey(request) && deps.stores.sends.isDeleted(request);
}

const hasSendKey = (request: SendRequest): request is Send => request.sendKey !== undefined;
