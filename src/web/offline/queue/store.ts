import { createStore, delMany, promisifyRequest, set, update, type UseStore } from "idb-keyval";

import { logProblem } from "#web/lib/browser/log.ts";
import { randomHexId } from "#web/lib/browser/random-id.ts";
import { withTimeout } from "#web/lib/browser/retry.ts";

export const offlineDatabase = openDeviceStore("listening", "saves");

export function readAll(prefix: string): Promise<[string, unknown][]> {
  const range = IDBKeyRange.bound(prefix, `${prefix}\uFFFF`);
  return offlineDatabase("readonly", async (saves) => {
    const [keys, values] = await Promise.all([
      promisifyRequest(saves.getAllKeys(range)),
      promisifyRequest<unknown[]>(saves.getAll(range)),
    ]);
    return keys.map((key, index) => [String(key), values[index]]);
  });
}

/** `at` (milliseconds since 1970) identifies an item. `refused` is the reason of a rejection. */
export type QueuedItem<T> = { key: string; at: number; item: T; refused?: string };
export type QueueStore<T> = ReturnType<typeof createQueueStore<T>>;

type StoredItem<T> = Omit<QueuedItem<T>, "key">;

type ItemCodec<T> = {
  keyOf: (item: T) => string;
  /** `act` and `bookmark` are queues of version 1.0.0. Null for an unknown item, which stays stored. */
  read: (queue: string, item: unknown) => T | null;
};

/** Not the queues of version 1.0.0, whose pages would drop unknown items. */
export function createQueueStore<T>(userId: number, { keyOf, read }: ItemCodec<T>) {
  const prefix = `${userId}/waiting/`;
  const markerKey = `${userId}/database`;
  let lastMarker: string | undefined;
  const readOwnEntries = async () => (await readAll(`${userId}/`)) as [string, StoredItem<unknown>][];

  async function migrateQueues(entries: readonly [string, StoredItem<unknown>][]): Promise<boolean> {
    const oldItems = entries.flatMap(([key, { at, item }]) => {
      const queue = ["act", "bookmark"].find((name) => key.startsWith(`${userId}/${name}/`));
      const parsed = queue === undefined ? null : read(queue, item);
      return parsed === null ? [] : [{ key, at, item: parsed }];
    });
    if (oldItems.length === 0) return false;
    await offlineDatabase("readwrite", (saves) => {
      for (const { key, at, item } of oldItems) {
        // Another tab may be migrating it, too.
        const request = saves.get(key);
        request.addEventListener("success", () => {
          if (request.result === undefined) return;
          saves.put({ at, item }, prefix + keyOf(item));
          saves.delete(key);
        });
      }
      return promisifyRequest(saves.transaction);
    });
    return true;
  }

  /** Since the last call. A deleted database lacks its marker. */
  async function wasDatabaseDeleted(): Promise<boolean> {
    let marker = lastMarker;
    const readMarker = (storedMarker?: string) => (marker = storedMarker ?? randomHexId());
    await update(markerKey, readMarker, offlineDatabase).catch(() => undefined);
    const isOther = lastMarker !== undefined && marker !== lastMarker;
    lastMarker = marker;
    return isOther;
  }

  /** In one transaction, so that another tab's newer item stays. */
  async function replaceItem(key: string, at: number, replace: (saves: IDBObjectStore) => void): Promise<void> {
    await offlineDatabase("readwrite", (saves) => {
      const request: IDBRequest<StoredItem<unknown> | undefined> = saves.get(prefix + key);
      request.addEventListener("success", () => {
        if (request.result?.at === at) replace(saves);
      });
      return promisifyRequest(saves.transaction);
    });
  }

  return {
    /** `wasDeleted` if the browser has deleted the database since the last call. */
    async list(): Promise<{ items: readonly QueuedItem<T>[]; wasDeleted: boolean }> {
      const ownEntries = await readOwnEntries();
      const entries = (await migrateQueues(ownEntries)) ? await readOwnEntries() : ownEntries;
      const items = entries
        .flatMap(([key, { item, ...rest }]) => {
          const parsed = key.startsWith(prefix) ? read("waiting", item) : null;
          return parsed === null ? [] : [{ ...rest, key: key.slice(prefix.length), item: parsed }];
        })
        .toSorted((one, other) => one.at - other.at);
      return { items, wasDeleted: await wasDatabaseDeleted() };
    },
    put: ({ key, at, item }: QueuedItem<T>) => set(prefix + key, { at, item }, offlineDatabase),
    reject: ({ key, at, item, refused }: QueuedItem<T>) =>
      replaceItem(key, at, (saves) => saves.put({ at, item, refused }, prefix + key)),
    remove: ({ key, at }: Pick<QueuedItem<T>, "key" | "at">) =>
      replaceItem(key, at, (saves) => saves.delete(prefix + key)),
  };
}

/** True for entries that a member wrote; saved positions aren't private. */
export const isQueuedBy = (userId: number, key: string): boolean =>
  ["waiting", "act", "bookmark", "mark"].some((queue) => key.startsWith(`${userId}/${queue}/`));

export async function deleteQueue(userId: number): Promise<void> {
  if (!("indexedDB" in globalThis)) return;
  try {
    const keys = (await readAll(`${userId}/`)).map(([key]) => key);
    await delMany(
      keys.filter((key) => isQueuedBy(userId, key)),
      offlineDatabase,
    );
  } catch (error) {
    logProblem("What waited for the network could not be removed", error);
  }
}

const TIMEOUT_MS = 2000;

/** iOS closes connections in the background, and some browsers' storage never responds. Retries once. @throws Error */
export function openDeviceStore(database: string, name: string, connect: typeof createStore = createStore): UseStore {
  let store: UseStore | null = null;
  const run: UseStore = async (mode, work) => {
    store ??= connect(database, name);
    return withTimeout(TIMEOUT_MS, store(mode, work), "The browser's storage does not answer");
  };
  return async (mode, work) => {
    try {
      return await run(mode, work);
    } catch {
      store = null;
      return run(mode, work);
    }
  };
}
