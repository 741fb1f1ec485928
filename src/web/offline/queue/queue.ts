import { ApiError, isSignedOut, serverMessage } from "#web/api/client.ts";
import { isForeign, isOtherMember } from "#web/api/failure-kind.ts";
import { Listeners } from "#web/lib/browser/listeners.ts";
import { logProblem } from "#web/lib/browser/log.ts";

/** `at`, milliseconds since 1970, tells one from what replaced it. `refused`: why the server doesn't want it. */
export type QueuedItem<T> = { key: string; at: number; item: T; refused?: string };

export type QueueStore<T> = {
  /** Oldest first. */
  list: () => Promise<readonly QueuedItem<T>[]>;
  /** Replaces the one with its key. */
  put: (waiting: QueuedItem<T>) => Promise<void>;
  /** Keeps why it was refused, unless it was replaced since. */
  reject: (waiting: QueuedItem<T>) => Promise<void>;
  /** Unless it was replaced since. */
  remove: (waiting: Pick<QueuedItem<T>, "key" | "at">) => Promise<void>;
};

type QueueOptions<T> = {
  store: QueueStore<T>;
  /** The later one with the same key replaces the earlier. */
  getKey: (item: T) => string;
  /** Sending one twice must be harmless. */
  send: (item: T) => Promise<unknown>;
  /** Some that waited have been sent. */
  onSent?: () => void;
  /** Comes before what waits. */
  sendFirst: () => Promise<void>;
  /** Says what the server refused for good. @returns the reason to keep it with, or null to drop it */
  onReject: (item: T, error: ApiError) => string | null;
  /** Whether the member has left this page. */
  hasLeft?: () => boolean;
  /** Tells the member's other tabs, which look again. */
  onChange?: () => void;
  /** One tab at a time. */
  runExclusive?: (work: () => Promise<void>) => Promise<void>;
  now?: () => number;
};

export type OfflineQueue<T> = ReturnType<typeof createOfflineQueue<T>>;

/** Why what waits isn't simply on its way: the device can't keep it, or what the club last answered. */
export type QueueProblem = "not stored" | { answer: string } | null;

/** Answers of others than the club, one after another: the rest would get the same. */
const FOREIGN_ANSWERS_MAX = 3;

/**
 * What was written without a network waits on this device, and is sent in order when it's back (BEYOND 9). The tab has it
 * in memory, too: a device's storage may die at any time, and isn't read again for each that is sent.
 */
export function createOfflineQueue<T>({
  store,
  getKey,
  send,
  onSent,
  sendFirst,
  onReject,
  hasLeft = () => false,
  onChange,
  runExclusive = (work) => work(),
  now = Date.now,
}: QueueOptions<T>) {
  const listeners = new Listeners();
  /** Keys that are sent for the first time: on the device already, but nobody has to know. */
  const firstAttempts = new Set<string>();
  /** By name: what the device couldn't store, and what it couldn't remove. */
  const unstored = new Map<string, QueuedItem<T>>();
  const unremoved = new Map<string, QueuedItem<T>>();
  let waiting: readonly QueuedItem<T>[] = [];
  let answer: QueueProblem = null;
  /** In browsers that never store anything, pages say at once that it failed. */
  let hasStorage = false;
  let delivery: Promise<void> | null = null;
  let lastAt = 0;

  const sendable = () => waiting.filter(({ key, refused }) => refused === undefined && !firstAttempts.has(key));
  const without = (key: string) => waiting.filter((one) => one.key !== key);
  const isThere = (one: QueuedItem<T>) => waiting.some((other) => itemId(other) === itemId(one));

  function update(next: readonly QueuedItem<T>[]): void {
    waiting = next;
    listeners.emit();
  }

  /** Reads what this device has, also of other tabs. What it couldn't store is still there. */
  async function refresh(): Promise<void> {
    const stored = await store.list();
    hasStorage = true;
    const own = [...unstored.values()];
    const replaced = new Set(own.map(({ key }) => key));
    const all = stored.filter(
      (one) => !unremoved.has(itemId(one)) && !firstAttempts.has(one.key) && !replaced.has(one.key),
    );
    update([...all, ...own].toSorted((one, other) => one.at - other.at));
    for (const one of own) await saveToStore(one);
    for (const one of unremoved.values()) await removeFromStore(one);
  }

  /** @returns whether it's on the device */
  async function saveToStore(one: QueuedItem<T>): Promise<boolean> {
    try {
      await (one.refused === undefined ? store.put(one) : store.reject(one));
      unstored.delete(itemId(one));
      return (hasStorage = true);
    } catch {
      return false;
    }
  }

  async function removeFromStore(one: QueuedItem<T>): Promise<void> {
    unstored.delete(itemId(one));
    try {
      await store.remove(one);
      unremoved.delete(itemId(one));
    } catch {
      unremoved.set(itemId(one), one);
    }
  }

  /** No two at the same time: `at` tells them apart. */
  function createQueuedItem(item: T): QueuedItem<T> {
    lastAt = Math.max(now(), lastAt + 1);
    return { key: getKey(item), at: lastAt, item };
  }

  async function add(one: QueuedItem<T>): Promise<void> {
    for (const other of unstored.values()) if (other.key === one.key) unstored.delete(itemId(other));
    if (!(await saveToStore(one))) unstored.set(itemId(one), one);
    update([...without(one.key), one]);
    onChange?.();
  }

  async function sendAll(): Promise<void> {
    // without storage there is what this tab has
    await refresh().catch(() => undefined);
    if (sendable().length === 0) return;
    await sendFirst();
    const tried = new Set<string>();
    let [hasArrived, foreign] = [false, 0];
    let problem: QueueProblem = null;
    try {
      for (;;) {
        const next = sendable().find((one) => !tried.has(itemId(one)));
        if (!next || hasLeft() || foreign === FOREIGN_ANSWERS_MAX) return;
        tried.add(itemId(next));
        const error: unknown = await send(next.item).then(
          () => null,
          (reason: unknown) => reason,
        );
        const outcome = error === null ? "arrived" : classifyError(error);
        // without a session, too: the next one may be another member's
        if (outcome === "no answer" || outcome === "signed out") return;
        foreign = isForeign(error) ? foreign + 1 : 0;
        if (outcome === "later") {
          if (!isForeign(error)) problem = { answer: serverMessage(error) ?? "" };
          continue;
        }
        if (outcome === "arrived") hasArrived = true;
        await resolveItem(next, outcome === "arrived" ? null : onReject(next.item, outcome));
      }
    } finally {
      answer = problem;
      listeners.emit();
      if (tried.size > 0) onChange?.();
      if (hasArrived) onSent?.();
    }
  }

  /** @param refused null for what has arrived, or isn't kept */
  async function resolveItem(one: QueuedItem<T>, refused: string | null): Promise<void> {
    if (refused === null) await removeFromStore(one);
    else {
      unstored.delete(itemId(one));
      const kept = { ...one, refused };
      if (!(await saveToStore(kept))) unstored.set(itemId(kept), kept);
    }
    // unless it was replaced since
    if (!isThere(one)) return;
    update(
      refused === null
        ? without(one.key)
        : waiting.map((other) => (other.key === one.key ? { ...one, refused: refused } : other)),
    );
  }

  return {
    /** Oldest first, with those that were refused. */
    all: () => waiting,
    trouble: (): QueueProblem => (unstored.size > 0 ? "not stored" : answer),
    refresh,
    subscribe: listeners.subscribe,
    /** Where storage refuses, this tab has it. */
    add: (item: T): Promise<void> => add(createQueuedItem(item)),
    /**
     * Sends it now, from the device: a page that is closed meanwhile leaves it there. Without a network it waits.
     * @returns the answer; null when it waits @throws ApiError; the call's error in a browser without storage, too
     */
    async submit(item: T): Promise<unknown> {
      // after what waits already, or an older one would come last
      if (sendable().length > 0) {
        await this.add(item);
        await this.flush();
        return null;
      }
      const sent = createQueuedItem(item);
      firstAttempts.add(sent.key);
      const isStored = saveToStore(sent);
      try {
        const answered = await send(item);
        await isStored;
        await removeFromStore(sent);
        return answered;
      } catch (error) {
        const isStillQueued = await isStored;
        firstAttempts.delete(sent.key);
        // what another member's session refused is its author's, whose next session sends it
        const isUnanswered = !(error instanceof ApiError) || isForeign(error);
        const waits = hasStorage && (isUnanswered || isOtherMember(error));
        if (!waits) await removeFromStore(sent);
        else if (isStillQueued) await refresh().catch(() => update([...without(sent.key), sent]));
        else await add(sent);
        if (waits) onChange?.();
        if (waits && isUnanswered) return null;
        throw error;
      } finally {
        firstAttempts.delete(sent.key);
      }
    },
    async remove(key: string): Promise<void> {
      const found = waiting.find((one) => one.key === key);
      if (found) await removeFromStore(found);
      update(without(key));
      onChange?.();
    },
    /** Never rejects. */
    flush(): Promise<void> {
      delivery ??= runExclusive(sendAll)
        .catch((error: unknown) => logProblem("What waits could not be sent", error))
        .finally(() => {
          delivery = null;
        });
      return delivery;
    },
  };
}

const itemId = ({ key, at }: Pick<QueuedItem<unknown>, "key" | "at">) => `${at} ${key}`;

/** Later: when the server has recovered, or what is in between. */
function classifyError(error: unknown): "no answer" | "signed out" | "later" | ApiError {
  if (!(error instanceof ApiError)) return "no answer";
  if (isForeign(error)) return "later";
  if (isSignedOut(error) || isOtherMember(error)) return "signed out";
  return error.status === 408 || error.status === 429 || error.status >= 500 ? "later" : error;
}
