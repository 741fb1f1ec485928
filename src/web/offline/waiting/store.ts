import { createStore, delMany, entries, keys, promisifyRequest, set } from "idb-keyval";

import { logProblem } from "#web/lib/log.ts";
import { within } from "#web/lib/time-limit.ts";

import type { Waiting, WaitingStore } from "./queue.ts";

/** Safari's IndexedDB sometimes never answers; writes then go without it. */
const PATIENCE = 2000;

/** Everything that waits for the network, places included. */
export const WAITING_DATABASE = ["listening", "saves"] as const;

/** @throws Error when storage doesn't answer */
export function answered<T>(work: Promise<T>): Promise<T> {
  return within(PATIENCE, work, "The browser's storage does not answer");
}

type Stored<T> = Omit<Waiting<T>, "key">;

type Kinds<T> = {
  keyOf: (item: T) => string;
  /** @param queue `waiting`, or one of version 1.0.0: `act`, `bookmark` @returns null for what isn't known, which stays */
  read: (queue: string, item: unknown) => T | null;
};

/** A member's queue in IndexedDB. Pages of version 1.0.0 would drop what they don't know, so it has a name of its own. */
export function createWaitingStore<T>(userId: number, { keyOf, read }: Kinds<T>): WaitingStore<T> {
  const store = createStore(...WAITING_DATABASE);
  const prefix = `${userId}/waiting/`;
  const readAll = () => answered(entries<string, Stored<unknown>>(store));

  /** @returns whether there was any */
  async function takeOver(all: readonly [string, Stored<unknown>][]): Promise<boolean> {
    const old = all.flatMap(([key, { at, item }]) => {
      const queue = ["act", "bookmark"].find((name) => key.startsWith(`${userId}/${name}/`));
      const known = queue === undefined ? null : read(queue, item);
      return known === null ? [] : [{ key, at, item: known }];
    });
    if (old.length === 0) return false;
    await answered(
      store("readwrite", (saves) => {
        for (const { key, at, item } of old) {
          // another tab may be taking it over, too
          const asked = saves.get(key);
          asked.addEventListener("success", () => {
            if (asked.result === undefined) return;
            saves.put({ at, item }, prefix + keyOf(item));
            saves.delete(key);
          });
        }
        return promisifyRequest(saves.transaction);
      }),
    );
    return true;
  }

  /** One transaction, so that a newer one stays, also another tab's. */
  async function replaceSame(key: string, at: number, replace: (saves: IDBObjectStore) => void): Promise<void> {
    await answered(
      store("readwrite", (saves) => {
        const asked: IDBRequest<Stored<unknown> | undefined> = saves.get(prefix + key);
        asked.addEventListener("success", () => {
          if (asked.result?.at === at) replace(saves);
        });
        return promisifyRequest(saves.transaction);
      }),
    );
  }

  return {
    async list() {
      const found = await readAll();
      const all = (await takeOver(found)) ? await readAll() : found;
      return all
        .flatMap(([key, { item, ...rest }]) => {
          const known = key.startsWith(prefix) ? read("waiting", item) : null;
          return known === null ? [] : [{ ...rest, key: key.slice(prefix.length), item: known }];
        })
        .toSorted((one, other) => one.at - other.at);
    },
    // async: where storage is missing, it throws at once
    put: async ({ key, ...waiting }) => answered(set(prefix + key, waiting, store)),
    refuse: ({ key, ...waiting }) => replaceSame(key, waiting.at, (saves) => saves.put(waiting, prefix + key)),
    remove: ({ key, at }) => replaceSame(key, at, (saves) => saves.delete(prefix + key)),
  };
}

/** True for what a member wrote offline, which is private. Places aren't. */
export const isWrittenBy = (userId: number, key: string): boolean =>
  ["waiting", "act", "bookmark", "mark"].some((queue) => key.startsWith(`${userId}/${queue}/`));

/** Deletes what a member wrote offline, at their sign-out. Another member's stays for its author. */
export async function forgetWaiting(userId: number): Promise<void> {
  if (!("indexedDB" in globalThis)) return;
  try {
    const store = createStore(...WAITING_DATABASE);
    const all = await answered(keys<string>(store));
    await answered(
      delMany(
        all.filter((key) => isWrittenBy(userId, key)),
        store,
      ),
    );
  } catch (error) {
    // Without storage nothing was queued.
    logProblem("What waited for the network could not be removed", error);
  }
}
