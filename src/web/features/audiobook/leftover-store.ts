import { createStore, entries, get, set, update } from "idb-keyval";

import type { LeftoverStore, LocalPlace } from "./leftovers.ts";
import type { PendingSave } from "./save-queue.ts";

/** Safari's IndexedDB sometimes never answers: a save then goes without it. Milliseconds. */
const PATIENCE = 2000;

/** Keeps a member's unsent saves and last places in the browser's IndexedDB, apart from other members'. */
export function createLeftoverStore(userId: number): LeftoverStore {
  const store = createStore("listening", "saves");
  const queues = `${userId}/queue/`;
  const placeKey = (bookId: number) => `${userId}/place/${bookId}`;

  return {
    async keep(client, queue, place) {
      await answered(set(placeKey(place.bookId), place, store));
      await answered(set(queues + client, queue, store));
    },
    async leftovers() {
      const all = await answered(entries<string, readonly PendingSave[]>(store));
      return all
        .filter(([key, queue]) => key.startsWith(queues) && queue.length > 0)
        .map(([key, queue]) => [key.slice(queues.length), queue] as const);
    },
    forget: (client, upTo) =>
      answered(
        update<readonly PendingSave[]>(
          queues + client,
          (queue = []) => queue.filter(({ sequence }) => sequence > upTo),
          store,
        ),
      ),
    place: async (bookId) => (await answered(get<LocalPlace>(placeKey(bookId), store))) ?? null,
  };
}

function answered<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("The browser's storage does not answer")), PATIENCE);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
