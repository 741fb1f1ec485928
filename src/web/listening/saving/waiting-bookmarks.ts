import { createStore, del, delMany, entries, keys, set } from "idb-keyval";

import type { NewBookmark } from "#contract/bookmarks.ts";
import { ApiError } from "#web/api/client.ts";
import { logProblem } from "#web/lib/log.ts";

import { answered, LISTENING_STORE } from "./backlog-store.ts";

/** Made in the audiobook or in the text. */
export type WaitingBookmark = { key: string; bookmark: NewBookmark };

export type BookmarkStore = {
  list: () => Promise<readonly WaitingBookmark[]>;
  add: (bookmark: NewBookmark) => Promise<void>;
  remove: (key: string) => Promise<void>;
};

type Parts = {
  store: BookmarkStore;
  send: (bookmark: NewBookmark) => Promise<unknown>;
  onArrived: (bookId: number) => void;
};

export type WaitingBookmarks = ReturnType<typeof createWaitingBookmarks>;

/** Queues bookmarks made offline. Sending one twice is harmless. */
export function createWaitingBookmarks({ store, send, onArrived }: Parts) {
  const listeners = new Set<() => void>();
  let waiting: readonly WaitingBookmark[] = [];
  let delivering: Promise<void> | null = null;

  async function look(): Promise<void> {
    waiting = await store.list();
    for (const listener of listeners) listener();
  }

  async function sendAll(): Promise<void> {
    // without storage nothing is queued
    await look().catch(() => undefined);
    for (const { key, bookmark } of waiting) {
      const outcome = await send(bookmark).then(
        () => "arrived" as const,
        (error: unknown) => outcomeOf(error),
      );
      if (outcome === "no answer") return;
      if (outcome === "refused") continue;
      await store.remove(key);
      await look();
      onArrived(bookmark.bookId);
    }
  }

  return {
    all: () => waiting,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async add(bookmark: NewBookmark): Promise<void> {
      await store.add(bookmark);
      await look();
    },
    async remove(key: string): Promise<void> {
      await store.remove(key);
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

/** Refused ones wait, e.g. for a session; those of a deleted book are dropped. */
function outcomeOf(error: unknown): "no answer" | "refused" | "arrived" {
  if (!(error instanceof ApiError)) return "no answer";
  return error.status === 404 ? "arrived" : "refused";
}

/** True for what members other than `keptFor` wrote offline, in the player or the reader: notes are private. */
export const isOthersNote = (key: string, keptFor: number | null): boolean =>
  /^\d+\/(?:bookmark|mark)\//.test(key) && !key.startsWith(`${keptFor}/`);

/** Deletes queued bookmarks and highlights of everyone but `keptFor`. */
export async function forgetBookmarks(keptFor: number | null = null): Promise<void> {
  if (!("indexedDB" in globalThis)) return;
  try {
    const store = createStore(...LISTENING_STORE);
    const kept = await answered(keys<string>(store));
    const others = kept.filter((key) => isOthersNote(key, keptFor));
    await answered(delMany(others, store));
  } catch (error) {
    // Without storage nothing was queued.
    logProblem("Waiting bookmarks could not be removed", error);
  }
}

/** In IndexedDB, beside unsent saves. */
export function createBookmarkStore(userId: number): BookmarkStore {
  const store = createStore(...LISTENING_STORE);
  const prefix = `${userId}/bookmark/`;
  const keyOf = ({ bookId, currentTime, fraction, quote, note }: NewBookmark) =>
    prefix + JSON.stringify([bookId, currentTime, fraction, quote, note]);
  return {
    async list() {
      const all = await answered(entries<string, NewBookmark>(store));
      return all.filter(([key]) => key.startsWith(prefix)).map(([key, bookmark]) => ({ key, bookmark }));
    },
    add: (bookmark) => answered(set(keyOf(bookmark), bookmark, store)),
    remove: (key) => answered(del(key, store)),
  };
}
