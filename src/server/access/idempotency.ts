import type { IdempotencyKey, IdempotentTable } from "#db/idempotency-keys.ts";
import type { Deps } from "#server/deps.ts";

type SendRequest = { table: IdempotentTable; userId: number; sendKey: string | undefined };

/** Creates a row once per key: clients repeat requests whose response they lost. Null if it was deleted since. */
export function createOnce<Created>(
  deps: Deps,
  request: SendRequest,
  { read, create }: { read: (id: number) => Created; create: () => Created },
): Created | null {
  if (!hasSendKey(request)) return create();
  const id = deps.stores.idempotencyKeys.find(request);
  if (id !== null) return read(id);
  return deps.stores.idempotencyKeys.isDeleted(request) ? null : create();
}

/** For checking before a parent row is looked up, which may be deleted, too. */
export function wasCreatedAndDeleted(deps: Deps, request: SendRequest): boolean {
  return hasSendKey(request) && deps.stores.idempotencyKeys.isDeleted(request);
}

const hasSendKey = (request: SendRequest): request is IdempotencyKey => request.sendKey !== undefined;
