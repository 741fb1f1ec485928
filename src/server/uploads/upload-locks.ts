import { ERRORS, type Locker } from "@tus/server";

/** Longer than a slow disk takes to store what had arrived before a line broke. */
const TIMEOUT_MS = 30_000;

type Held = { requestRelease: () => Promise<void> | void; released: PromiseWithResolvers<void> };

/**
 * One call at a time writes an upload; another one asks it to stop, and waits for that. The library's own locks look
 * again at each turn of the event loop and keep a promise for each look: hundreds of megabytes while a disk is slow.
 */
export function createUploadLocks(timeoutMs = TIMEOUT_MS): Locker {
  const held = new Map<string, Held>();
  return {
    newLock: (id) => {
      let own: Held | null = null;
      return {
        lock: async (signal, requestRelease) => {
          const until = performance.now() + timeoutMs;
          for (let other = held.get(id); other; other = held.get(id)) {
            await other.requestRelease();
            const left = until - performance.now();
            if (!(await isReleased(other, signal, left))) throw ERRORS.ERR_LOCK_TIMEOUT;
          }
          own = { requestRelease, released: Promise.withResolvers() };
          held.set(id, own);
        },
        unlock: async () => {
          if (!own || held.get(id) !== own) throw new Error("The upload isn't locked");
          held.delete(id);
          own.released.resolve();
        },
      };
    },
  };
}

/** False where the caller left, or it took too long. */
async function isReleased({ released }: Held, signal: AbortSignal, timeoutMs: number): Promise<boolean> {
  if (signal.aborted) return false;
  const over = Promise.withResolvers<boolean>();
  const giveUp = () => over.resolve(false);
  const timer = setTimeout(giveUp, timeoutMs);
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    return await Promise.race([released.promise.then(() => true), over.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
  }
}
