import { createStore, entries, get, promisifyRequest } from "idb-keyval";

import { answered, WAITING_DATABASE } from "#web/offline/waiting/store.ts";

import type { BacklogStore, LocalPlace } from "./backlog.ts";
import type { PendingSave } from "./save-queue.ts";

/** A member's unsent saves and last positions in IndexedDB. @param kind separates audio from text */
export function createBacklogStore(userId: number, kind: "" | "reading-" = ""): BacklogStore {
  const store = createStore(...WAITING_DATABASE);
  const queues = `${userId}/${kind}queue/`;
  const placeKey = (bookId: number) => `${userId}/${kind}place/${bookId}`;

  return {
    // one transaction: a page that closes after its first half would lose the save
    async keep(client, queue, place) {
      await answered(
        store("readwrite", (saves) => {
          saves.put(place, placeKey(place.bookId));
          if (queue.length > 0) saves.put(queue, queues + client);
          else saves.delete(queues + client);
          return promisifyRequest(saves.transaction);
        }),
      );
    },
    async backlog() {
      const all = await answered(entries<string, readonly PendingSave[]>(store));
      return all
        .filter(([key]) => key.startsWith(queues))
        .map(([key, queue]) => [key.slice(queues.length), queue] as const);
    },
    async forget(client, upTo) {
      await answered(
        store("readwrite", (saves) => {
          const asked: IDBRequest<readonly PendingSave[] | undefined> = saves.get(queues + client);
          asked.addEventListener("success", () => {
            const left = asked.result?.filter(({ sequence }) => sequence > upTo) ?? [];
            if (left.length > 0) saves.put(left, queues + client);
            else saves.delete(queues + client);
          });
          return promisifyRequest(saves.transaction);
        }),
      );
    },
    place: async (bookId) => (await answered(get<LocalPlace>(placeKey(bookId), store))) ?? null,
  };
}

/** In how many books a place waits for the network, in sound or text. @throws Error when storage refuses */
export async function countWaitingPlaces(userId: number): Promise<number> {
  const all = await answered(entries<string, readonly PendingSave[]>(createStore(...WAITING_DATABASE)));
  const isQueue = (key: string) => key.startsWith(`${userId}/queue/`) || key.startsWith(`${userId}/reading-queue/`);
  return new Set(all.flatMap(([key, queue]) => (isQueue(key) ? queue.map(({ bookId }) => bookId) : []))).size;
}
