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

/** A member's queue in IndexedDB. */
export function createWaitingStore<T>(userId: number, kind: "bookmark" | "act"): WaitingStore<T> {
  const store = createStore(...WAITING_DATABASE);
  const prefix = `${userId}/${kind}/`;
  return {
    async list() {
      const all = await answered(entries<string, Pick<Waiting<T>, "at" | "item">>(store));
      return all
        .filter(([key]) => key.startsWith(prefix))
        .map(([key, { at, item }]) => ({ key: key.slice(prefix.length), at, item }))
        .toSorted((one, other) => one.at - other.at);
    },
    put: ({ key, ...waiting }) => answered(set(prefix + key, waiting, store)),
    // one transaction, so that another tab's newer one stays
    async remove({ key, at }) {
      await answered(
        store("readwrite", (saves) => {
          const asked: IDBRequest<Pick<Waiting<T>, "at"> | undefined> = saves.get(prefix + key);
          asked.addEventListener("success", () => {
            if (asked.result?.at === at) saves.delete(prefix + key);
          });
          return promisifyRequest(saves.transaction);
        }),
      );
    },
  };
}

/** True for what other members than `keptFor` wrote offline, which is private. Places aren't. */
export const belongsToOther = (key: string, keptFor: number | null): boolean =>
  /^\d+\/(?:bookmark|mark|act)\//.test(key) && !key.startsWith(`${keptFor}/`);

/** Deletes what everyone but `keptFor` wrote offline. */
export async function forgetWaiting(keptFor: number | null = null): Promise<void> {
  if (!("indexedDB" in globalThis)) return;
  try {
    const store = createStore(...WAITING_DATABASE);
    const all = await answered(keys<string>(store));
    await answered(
      delMany(
        all.filter((key) => belongsToOther(key, keptFor)),
        store,
      ),
    );
  } catch (error) {
    // Without storage nothing was queued.
    logProblem("What waited for the network could not be removed", error);
  }
}
