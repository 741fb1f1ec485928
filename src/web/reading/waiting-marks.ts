import { createStore, del, entries, set } from "idb-keyval";

import type { NewBookmark } from "#contract/bookmarks.ts";
import { ApiError } from "#web/api/client.ts";
import { answered, LISTENING_STORE } from "#web/listening/saving/backlog-store.ts";

/** Queues marks made offline. Sending one twice is harmless. */
export function createWaitingMarks(userId: number) {
  const store = createStore(...LISTENING_STORE);
  const prefix = `${userId}/mark/`;
  const keyOf = (mark: NewBookmark) => prefix + JSON.stringify([mark.bookId, mark.fraction, mark.quote, mark.note]);
  return {
    add: (mark: NewBookmark) => answered(set(keyOf(mark), mark, store)),
    async deliver(send: (mark: NewBookmark) => Promise<unknown>): Promise<number> {
      const all = await answered(entries<string, NewBookmark>(store)).catch(() => []);
      let arrived = 0;
      for (const [key, mark] of all.filter(([name]) => name.startsWith(prefix))) {
        const isDone = await send(mark).then(
          () => true,
          // a deleted book's marks are dropped
          (error: unknown) => error instanceof ApiError && error.status === 404,
        );
        if (!isDone) continue;
        await answered(del(key, store)).catch(() => undefined);
        arrived += 1;
      }
      return arrived;
    },
  };
}
