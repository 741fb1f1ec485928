import { ApiError, isSignedOut } from "#web/api/client.ts";
import { isOtherMember } from "#web/api/failure-reason.ts";
import { Listeners } from "#web/lib/listeners.ts";
import { logProblem } from "#web/lib/log.ts";

/** `at`, milliseconds since 1970, tells one from what replaced it. `refused`: why the server doesn't want it. */
export type Waiting<T> = { key: string; at: number; item: T; refused?: string };

export type WaitingStore<T> = {
  /** Oldest first. */
  list: () => Promise<readonly Waiting<T>[]>;
  /** Replaces the one with its key. */
  put: (waiting: Waiting<T>) => Promise<void>;
  /** Keeps why it was refused, unless it was replaced since. */
  refuse: (waiting: Waiting<T>) => Promise<void>;
  /** Unless it was replaced since. */
  remove: (waiting: Pick<Waiting<T>, "key" | "at">) => Promise<void>;
};

type Parts<T> = {
  store: WaitingStore<T>;
  /** The later one with the same key replaces the earlier. */
  keyOf: (item: T) => string;
  /** Sending one twice must be harmless. */
  send: (item: T) => Promise<unknown>;
  /** One that waited has been sent. */
  onArrived?: () => void;
  /** Comes before what waits. */
  sendFirst: () => Promise<void>;
  /** Says what the server refused for good. @returns the reason to keep it with, or null to drop it */
  onRefused: (item: T, error: ApiError) => string | null;
  /** Whether the member has left this page. */
  isOver?: () => boolean;
  /** Tells the member's other tabs, which look again. */
  onChange?: () => void;
  /** One tab at a time. */
  alone?: (work: () => Promise<void>) => Promise<void>;
  now?: () => number;
};

export type WaitingQueue<T> = ReturnType<typeof createWaitingQueue<T>>;

/** What was written without a network waits on this device, and is sent in order when it's back (BEYOND 9). */
export function createWaitingQueue<T>({
  store,
  keyOf,
  send,
  onArrived,
  sendFirst,
  onRefused,
  isOver = () => false,
  onChange,
  alone = (work) => work(),
  now = Date.now,
}: Parts<T>) {
  const listeners = new Listeners();
  /** Keys that are sent for the first time: on the device already, but nobody has to know. */
  const firstTries = new Set<string>();
  let stored: readonly Waiting<T>[] = [];
  let delivering: Promise<void> | null = null;
  let lastAt = 0;

  const sendable = () => stored.filter(({ key, refused }) => refused === undefined && !firstTries.has(key));

  async function look(): Promise<void> {
    stored = (await store.list()).filter(({ key }) => !firstTries.has(key));
    listeners.tell();
  }

  async function changed(): Promise<void> {
    await look();
    onChange?.();
  }

  /** No two at the same time: `at` tells them apart. */
  function stamped(item: T): Waiting<T> {
    lastAt = Math.max(now(), lastAt + 1);
    return { key: keyOf(item), at: lastAt, item };
  }

  async function sendAll(): Promise<void> {
    // without storage nothing is queued
    await look().catch(() => undefined);
    if (sendable().length === 0) return;
    await sendFirst();
    const tried = new Set<string>();
    for (;;) {
      const next = sendable().find((one) => !tried.has(nameOf(one)));
      if (!next || isOver()) return;
      tried.add(nameOf(next));
      const outcome = await send(next.item).then(() => "arrived" as const, outcomeOf);
      // without a session, too: the next one may be another member's
      if (outcome === "no answer" || outcome === "signed out") return;
      if (outcome === "later") continue;
      const refused = outcome === "arrived" ? null : onRefused(next.item, outcome);
      if (outcome === "arrived") onArrived?.();
      if (refused === null) await store.remove(next);
      else await store.refuse({ ...next, refused });
      await changed();
    }
  }

  return {
    /** Oldest first, with those that were refused. */
    all: () => stored,
    look,
    subscribe: listeners.subscribe,
    /** @throws Error when storage refuses */
    async add(item: T): Promise<void> {
      await store.put(stamped(item));
      await changed();
    },
    /**
     * Sends it now, from the device: a page that is closed meanwhile leaves it there. Without a network it waits.
     * @returns the answer; null when it waits @throws ApiError; the call's error when storage refuses, too
     */
    async submit(item: T): Promise<unknown> {
      // after what waits already, or an older one would come last
      if (sendable().length > 0) {
        await this.add(item);
        await this.deliver();
        return null;
      }
      const sent = stamped(item);
      firstTries.add(sent.key);
      const isStored = store.put(sent).then(
        () => true,
        () => false,
      );
      try {
        const answer = await send(item);
        await isStored;
        await store.remove(sent).catch(() => undefined);
        return answer;
      } catch (error) {
        // what another member's session refused is its author's, whose next session sends it
        const waits = (await isStored) && (!(error instanceof ApiError) || isOtherMember(error));
        firstTries.delete(sent.key);
        if (waits) await changed();
        else await store.remove(sent).catch(() => undefined);
        if (waits && !isOtherMember(error)) return null;
        throw error;
      } finally {
        firstTries.delete(sent.key);
      }
    },
    async remove(key: string): Promise<void> {
      const found = stored.find((one) => one.key === key);
      if (found) await store.remove(found);
      await changed();
    },
    /** Never rejects: what storage couldn't remove is sent again. */
    deliver(): Promise<void> {
      delivering ??= alone(sendAll)
        .catch((error: unknown) => logProblem("What waits could not be sent", error))
        .finally(() => {
          delivering = null;
        });
      return delivering;
    },
  };
}

const nameOf = ({ key, at }: Pick<Waiting<unknown>, "key" | "at">) => `${at} ${key}`;

/** Later: when the server has recovered. */
function outcomeOf(error: unknown): "no answer" | "signed out" | "later" | ApiError {
  if (!(error instanceof ApiError)) return "no answer";
  if (isSignedOut(error) || isOtherMember(error)) return "signed out";
  return error.status === 408 || error.status === 429 || error.status >= 500 ? "later" : error;
}
