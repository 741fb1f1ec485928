import type { QueryClient } from "@tanstack/react-query";

import type { NewBookmark } from "#contract/bookmarks.ts";
import { bookmarksQuery, setBookmark } from "#web/api/bookmarks.ts";
import { createWaitingQueue, type WaitingQueue, type WaitingStore } from "#web/offline/waiting/queue.ts";
import { createWaitingStore } from "#web/offline/waiting/store.ts";

export type BookmarkQueue = WaitingQueue<NewBookmark>;

/** Bookmarks and highlights made without a network, in the audiobook or in the text. */
export function createBookmarkQueue(
  userId: number,
  queries: QueryClient,
  store: WaitingStore<NewBookmark> = createWaitingStore(userId, "bookmark"),
): BookmarkQueue {
  const refresh = ({ bookId }: NewBookmark) =>
    void queries.invalidateQueries({ queryKey: bookmarksQuery(bookId).queryKey });
  return createWaitingQueue({
    store,
    keyOf: ({ bookId, currentTime, fraction, quote, note }) =>
      JSON.stringify([bookId, currentTime, fraction, quote, note]),
    send: setBookmark,
    onArrived: refresh,
    // its book is gone
    onRefused: refresh,
  });
}
