import { ApiError, isSignedOut, serverMessage } from "#web/api/client.ts";
import { isFromOtherServer, isOtherMember, isUnanswered } from "#web/api/failure-kind.ts";
import { Listeners } from "#web/lib/browser/listeners.ts";
import { logProblem } from "#web/lib/browser/log.ts";
import { withTimeout } from "#web/lib/browser/retry.ts";

import type { QueuedItem, QueueStore } from "./store.ts";

type QueueOptions<T> = {
  store: QueueStore<T>;
  /** `kind/target` */
  getKey: (item: T) => string;
  /** Idempotent. */
  send: (item: T) => Promise<unknown>;
  /** Wraps every attempt. @param at the item's */
  sendAsOwner?: <Response>(send: () => Promise<Response>, at: number) => Promise<Response>;
  /** Runs once after a flush in which the server accepted or rejected something. */
  onSettled?: () => void;
  sendFirst: () => Promise<void>;
  /** @returns the reason to store with the rejected item, or null to drop it */
  onReject: (item: T, error: ApiError) => string | null;
  hasLeft?: () => boolean;
  onChange?: () => void;
  /** Runs `work` in one tab at a time. */
  runExclusive?: (work: () => Promise<void>) => Promise<void>;
  now?: () => number;
};

export type OfflineQueue<T> = ReturnType<typeof createOfflineQueue<T>>;

export type QueueProblem = "not stored" | { message: string } | null;

/** The rest would get the same response. */
const FOREIGN_RESPONSES_MAX = 3;

/** Many items take minutes, and a suspended tab doesn't release the lock. */
const SUBMIT_WAIT_MS = 3000;

/** Sends mutations made offline in order (BEYOND 9). In memory, too, because storage may fail at any time. */
export function createOfflineQueue<T>({
  store,
  getKey,
  send,
  sendAsOwner = (send) => send(),
  onSettled,
  sendFirst,
  onReject,
  hasLeft = () => false,
  onChange,
  runExclusive = (work) => work(),
  now = Date.now,
}: QueueOptions<T>) {
  const listeners = new Listeners();
  /** Keys of first attempts, which are stored already but not shown as pending. */
  const firstAttempts = new Set<string>();
  /** By `getItemId`: items that the device couldn't store, and those it couldn't remove. */
  const unstored = new Map<string, QueuedItem<T>>();
  const unremoved = new Map<string, QueuedItem<T>>();
  let pendingItems: readonly QueuedItem<T>[] = [];
  let problem: QueueProblem = null;
  /** False in browsers without storage, where pages report a failure at once. */
  let hasStorage = false;
  let delivery: Promise<void> | null = null;
  let lastAt = 0;

  const sendable = () => pendingItems.filter(({ key, refused }) => refused === undefined && !firstAttempts.has(key));
  const itemsWithout = (key: string) => pendingItems.filter((one) => one.key !== key);
  const isQueued = (one: QueuedItem<T>) => pendingItems.some((other) => getItemId(other) === getItemId(one));

  function update(items: readonly QueuedItem<T>[]): void {
    pendingItems = items;
    listeners.emit();
  }

  /** Includes items of other tabs, and those that couldn't be stored. */
  async function refresh(): Promise<void> {
    const { items: storedItems, wasDeleted } = await store.list();
    hasStorage = true;
    if (wasDeleted) for (const one of pendingItems) unstored.set(getItemId(one), one);
    const unstoredItems = [...unstored.values()];
    const replacedKeys = new Set(unstoredItems.map(({ key }) => key));
    const itemsToShow = storedItems.filter(
      (one) => !unremoved.has(getItemId(one)) && !firstAttempts.has(one.key) && !replacedKeys.has(one.key),
    );
    update([...itemsToShow, ...unstoredItems].toSorted((one, other) => one.at - other.at));
    for (const one of unstoredItems) await saveToStore(one);
    for (const one of unremoved.values()) await deleteFromStore(one);
  }

  async function saveToStore(one: QueuedItem<T>): Promise<boolean> {
    try {
      await (one.refused === undefined ? store.put(one) : store.reject(one));
      unstored.delete(getItemId(one));
      return (hasStorage = true);
    } catch {
      return false;
    }
  }

  async function deleteFromStore(one: QueuedItem<T>): Promise<void> {
    unstored.delete(getItemId(one));
    try {
      await store.remove(one);
      unremoved.delete(getItemId(one));
    } catch {
      unremoved.set(getItemId(one), one);
    }
  }

  function createQueuedItem(item: T): QueuedItem<T> {
    lastAt = Math.max(now(), lastAt + 1);
    return { key: getKey(item), at: lastAt, item };
  }

  async function add(one: QueuedItem<T>, storePromise = saveToStore(one)): Promise<void> {
    for (const other of unstored.values()) if (other.key === one.key) unstored.delete(getItemId(other));
    if (!(await storePromise)) unstored.set(getItemId(one), one);
    update([...itemsWithout(one.key), one]);
    onChange?.();
  }

  async function sendAll(): Promise<void> {
    // Without storage, the items in memory are sent.
    await refresh().catch(() => undefined);
    if (sendable().length === 0) return;
    await sendFirst();
    const attemptedIds = new Set<string>();
    // The server limits each kind, and a later item mustn't overtake an earlier one when the limit's period ends.
    const limitedKinds = new Set<string>();
    let [hasSettled, foreignCount] = [false, 0];
    let attemptProblem: QueueProblem = null;
    try {
      for (;;) {
        const next = sendable().find((one) => !attemptedIds.has(getItemId(one)) && !limitedKinds.has(getKind(one)));
        if (!next || hasLeft() || foreignCount === FOREIGN_RESPONSES_MAX) return;
        attemptedIds.add(getItemId(next));
        const error: unknown = await sendAsOwner(() => send(next.item), next.at).then(
          () => null,
          (reason: unknown) => reason,
        );
        const outcome = error === null ? "arrived" : classifyError(error);
        // Also without a session, because the next one may be another member's.
        if (outcome === "no response" || outcome === "signed out") return;
        foreignCount = isFromOtherServer(error) ? foreignCount + 1 : 0;
        if (outcome === "later") {
          if (error instanceof ApiError && error.status === 429) limitedKinds.add(getKind(next));
          if (!isFromOtherServer(error)) attemptProblem = { message: serverMessage(error) ?? "" };
          continue;
        }
        hasSettled = true;
        await resolveItem(next, outcome === "arrived" ? null : onReject(next.item, outcome));
      }
    } finally {
      problem = attemptProblem;
      listeners.emit();
      if (attemptedIds.size > 0) onChange?.();
      if (hasSettled) onSettled?.();
    }
  }

  async function resolveItem(one: QueuedItem<T>, refused: string | null): Promise<void> {
    if (refused === null) await deleteFromStore(one);
    else {
      const rejectedItem = { ...one, refused };
      if (!(await saveToStore(rejectedItem))) unstored.set(getItemId(rejectedItem), rejectedItem);
    }
    if (!isQueued(one)) return;
    update(
      refused === null
        ? itemsWithout(one.key)
        : pendingItems.map((other) => (other.key === one.key ? { ...one, refused } : other)),
    );
  }

  return {
    all: () => pendingItems,
    getProblem: (): QueueProblem => (unstored.size > 0 ? "not stored" : problem),
    refresh,
    subscribe: listeners.subscribe,
    add: (item: T): Promise<void> => add(createQueuedItem(item)),
    /** @returns null if it's queued @throws ApiError; without storage also the call's error */
    async submit<Response>(item: T, send: () => Promise<Response>): Promise<Response | null> {
      // After the queued items, or an older one would overwrite it.
      if (sendable().length > 0) {
        await this.add(item);
        await withTimeout(SUBMIT_WAIT_MS, this.flush(), "Still sending").catch(() => undefined);
        return null;
      }
      const sentItem = createQueuedItem(item);
      firstAttempts.add(sentItem.key);
      const storePromise = saveToStore(sentItem);
      try {
        const response = await sendAsOwner(send, sentItem.at);
        // not awaited, because some browsers' storage hangs
        const removed = storePromise.then(() => deleteFromStore(sentItem));
        void removed.finally(() => firstAttempts.delete(sentItem.key));
        return response;
      } catch (error) {
        await storePromise;
        firstAttempts.delete(sentItem.key);
        // An item that another member's session rejected stays for its author, whose next session sends it.
        const isPending = !(error instanceof ApiError) || isFromOtherServer(error) || isUnanswered(error);
        const staysQueued = hasStorage && (isPending || isOtherMember(error));
        await (staysQueued ? add(sentItem, storePromise) : deleteFromStore(sentItem));
        if (staysQueued && isPending) return null;
        throw error;
      }
    },
    async remove(key: string): Promise<void> {
      const item = pendingItems.find((one) => one.key === key);
      if (item) await deleteFromStore(item);
      update(itemsWithout(key));
      onChange?.();
    },
    flush(): Promise<void> {
      delivery ??= runExclusive(sendAll)
        .catch((error: unknown) => logProblem("Sending the queue failed", error))
        .finally(() => {
          delivery = null;
        });
      return delivery;
    },
  };
}

const getItemId = ({ key, at }: Pick<QueuedItem<unknown>, "key" | "at">) => `${at} ${key}`;

const getKind = ({ key }: Pick<QueuedItem<unknown>, "key">) => key.split("/", 1)[0] ?? "";

function classifyError(error: unknown): "no response" | "signed out" | "later" | ApiError {
  if (!(error instanceof ApiError)) return "no response";
  if (isFromOtherServer(error)) return "later";
  if (isSignedOut(error) || isOtherMember(error)) return "signed out";
  return error.status === 408 || error.status === 429 || error.status >= 500 ? "later" : error;
}
