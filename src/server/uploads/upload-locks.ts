import { setTimeout } from "node:timers/promises";

import { ERRORS, type Locker } from "@tus/server";

/** Longer than a slow disk takes to store the last bytes of a broken connection. */
const LOCK_TIMEOUT_MS = 30_000;

type UploadLock = { requestRelease: () => Promise<void> | void; released: PromiseWithResolvers<void> };

/**
 * The library's own locks poll on each turn of the event loop, which takes hundreds of megabytes while a disk is slow.
 */
export function createUploadLocks(timeoutMs = LOCK_TIMEOUT_MS): Locker {
  const locks = new Map<string, UploadLock>();
  return {
    newLock: (id) => {
      let lock: UploadLock | null = null;
      return {
        lock: async (signal, requestRelease) => {
          const deadline = performance.now() + timeoutMs;
          for (let current = locks.get(id); current; current = locks.get(id)) {
            await current.requestRelease();
            const remainingMs = deadline - performance.now();
            if (!(await waitForRelease(current, signal, remainingMs))) throw ERRORS.ERR_LOCK_TIMEOUT;
          }
          lock = { requestRelease, released: Promise.withResolvers() };
          locks.set(id, lock);
        },
        unlock: async () => {
          if (!lock || locks.get(id) !== lock) throw new Error("The upload isn't locked");
          locks.delete(id);
          lock.released.resolve();
        },
      };
    },
  };
}

/** False if the caller disconnected, or if it took too long. */
async function waitForRelease({ released }: UploadLock, signal: AbortSignal, timeoutMs: number): Promise<boolean> {
  const cancelTimeout = new AbortController();
  const release = released.promise.then(() => true);
  const timeout = setTimeout(timeoutMs, false, { signal: AbortSignal.any([signal, cancelTimeout.signal]) });
  try {
    return await Promise.race([release, timeout.catch(() => false)]);
  } finally {
    cancelTimeout.abort();
  }
}
