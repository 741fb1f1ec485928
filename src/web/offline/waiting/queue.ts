import { ApiError } from "#web/api/client.ts";
import { Listeners } from "#web/lib/listeners.ts";

/** `at`, milliseconds since 1970, tells one from what replaced it. */
export type Waiting<T> = { key: string; at: number; item: T };

export type WaitingStore<T> = {
  /** Oldest first. */
  list: () => Promise<readonly Waiting<T>[]>;
  /** Replaces the one with its key. */
  put: (waiting: Waiting<T>) => Promise<void>;
  /** Unless it was replaced since. */
  remove: (waiting: Pick<Waiting<T>, "key" | "at">) => Promise<void>;
};

type Parts<T> = {
  store: WaitingStore<T>;
  /** The later one with the same key replaces the earlier. */
  keyOf: (item: T) => string;
  /** Sending one twice must be harmless. */
  send: (item: T) => Promise<unknown>;
  /** Whether the session is still the writer's. */
  mayStart?: () => Promise<boolean>;
  onArrived: (item: T) => void;
  /** Says what the server refused for good. */
  onRefused?: (item: T, error: ApiError) => void;
  now?: () => number;
};

export type WaitingQueue<T> = ReturnType<typeof createWaitingQueue<T>>;

/** What was written without a network waits on this device, and is sent in order when it's back (BEYOND 9). */
export function createWaitingQueue<T>({
  store,
  keyOf,
  send,
  mayStart,
  onArrived,
  onRefused,
  now = Date.now,
}: Parts<T>) {
  const listeners = new Listeners();
  let waiting: readonly Waiting<T>[] = [];
  let delivering: Promise<void> | null = null;

  async function look(): Promise<void> {
    waiting = await store.list();
    listeners.tell();
  }

  async function sendAll(): Promise<void> {
    // without storage nothing is queued
    await look().catch(() => undefined);
    if (waiting.length === 0 || (mayStart && !(await mayStart().catch(() => false)))) return;
    const tried = new Set<string>();
    for (;;) {
      const next = waiting.find((one) => !tried.has(nameOf(one)));
      if (!next) return;
      tried.add(nameOf(next));
      const outcome = await send(next.item).then(() => "arrived" as const, outcomeOf);
      if (outcome === "no answer") return;
      if (outcome === "later") continue;
      await store.remove(next);
      await look();
      if (outcome === "arrived") onArrived(next.item);
      else onRefused?.(next.item, outcome);
    }
  }

  return {
    all: () => waiting,
    subscribe: listeners.subscribe,
    /** @throws Error when storage refuses */
    async add(item: T): Promise<void> {
      await store.put({ key: keyOf(item), at: now(), item });
      await look();
    },
    async remove(key: string): Promise<void> {
      const found = waiting.find((one) => one.key === key);
      if (found) await store.remove(found);
      await look();
    },
    deliver(): Promise<void> {
      delivering ??= sendAll().finally(() => {
        delivering = null;
      });
      return delivering;
    },
  };
}

const nameOf = ({ key, at }: Pick<Waiting<unknown>, "key" | "at">) => `${at} ${key}`;

/** Later: after signing in again, or when the server has recovered. */
function outcomeOf(error: unknown): "no answer" | "later" | ApiError {
  if (!(error instanceof ApiError)) return "no answer";
  return error.status === 401 || error.status === 408 || error.status === 429 || error.status >= 500 ? "later" : error;
}
