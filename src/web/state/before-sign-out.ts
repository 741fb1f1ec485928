import { readStored, writeStored } from "#web/lib/browser/device-storage.ts";
import { withTimeout } from "#web/lib/browser/retry.ts";

const SIGN_OUT_TIMEOUT_MS = 2000;

const signOutHooks = new Set<() => Promise<unknown>>();

export function onBeforeSignOut(finish: () => Promise<unknown>): () => void {
  signOutHooks.add(finish);
  return () => void signOutHooks.delete(finish);
}

/** Never rejects. A save that takes too long stays on the device. */
export async function runBeforeSignOutHooks(): Promise<void> {
  const hooksDone = Promise.allSettled([...signOutHooks].map(async (finish) => finish()));
  await withTimeout(SIGN_OUT_TIMEOUT_MS, hooksDone, "Not saved before the sign-out").catch(() => undefined);
}

const PENDING_KEY = "sign-out-waits";

/** The next visit calls the server. Without storage, the session lasts until it expires. */
export const setPendingSignOut = (isPending: boolean): void => writeStored(PENDING_KEY, isPending ? "" : null);

export const hasPendingSignOut = (): boolean => readStored(PENDING_KEY) !== null;
