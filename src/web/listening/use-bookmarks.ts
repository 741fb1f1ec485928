import { useMemo } from "react";

import type { Bookmark, NewBookmark } from "#contract/bookmarks.ts";
import { REFETCHES } from "#contract/refetches.ts";
import { call } from "#web/api/call.ts";
import { mutationKeyOf, type OfflineMutation } from "#web/api/offline-mutations.ts";
import { useGet } from "#web/api/use-get.ts";
import { randomHexId } from "#web/lib/browser/random-id.ts";
import { usePendingMutations, useSendOrQueue } from "#web/offline/queue/use-offline-queue.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";

/** `mutation` while it waits on this device; it has no id yet. */
export type ListedBookmark = Omit<Bookmark, "id" | "bookId" | "chapter" | "createdAt"> & {
  id: number | null;
  key: string;
  mutation?: OfflineMutation<"bookmark">;
};
export type BookmarkDraft = Omit<NewBookmark, "bookId">;

/** A book's bookmarks, with those that wait for the network; undefined while loading. */
export function useBookmarks(bookId: number) {
  const { data, error, refetch } = useGet("GET /api/bookmarks", { query: { bookId } });
  const { mutations } = usePendingMutations();
  const bookmarks = useMemo(() => {
    const pendingBookmarks = mutations.flatMap((mutation) =>
      mutation.kind === "bookmark" && mutation.bookmark.bookId === bookId ? toListedBookmark(mutation) : [],
    );
    const savedBookmarks = data?.map((bookmark): ListedBookmark => ({ ...bookmark, key: String(bookmark.id) }));
    return savedBookmarks || pendingBookmarks.length > 0 ? [...(savedBookmarks ?? []), ...pendingBookmarks] : undefined;
  }, [mutations, bookId, data]);
  return { data: bookmarks, error, refetch };
}

/** Without a network, changes wait on this device. */
export function useBookmarkMutations(bookId: number) {
  const sendOrQueue = useSendOrQueue<"bookmark">();
  const { enqueue, remove: removePending } = usePendingMutations();
  const createBookmark = useMutationWithToast({
    mutationFn: ({ note = "", ...bookmark }: BookmarkDraft) =>
      sendOrQueue({ kind: "bookmark", bookmark: { bookId, ...bookmark, note: note.trim(), sendKey: randomHexId() } }),
    refetches: REFETCHES["POST /api/bookmarks"],
    failed: "The bookmark wasn't saved. Please try again.",
  });
  const change = useMutationWithToast({
    mutationFn: async ({ bookmark, note }: { bookmark: Pick<ListedBookmark, "id" | "mutation">; note: string }) => {
      if (bookmark.id !== null) await call("PATCH /api/bookmarks/:id", { params: { id: bookmark.id }, body: { note } });
      else if (bookmark.mutation)
        await enqueue({ kind: "bookmark", bookmark: { ...bookmark.mutation.bookmark, note } });
    },
    refetches: REFETCHES["PATCH /api/bookmarks/:id"],
    failed: "The bookmark wasn't changed. Please try again.",
  });
  const remove = useMutationWithToast({
    mutationFn: async ({ id, mutation }: ListedBookmark) => {
      if (id !== null) await call("DELETE /api/bookmarks/:id", { params: { id } });
      else if (mutation) await removePending(mutation);
    },
    refetches: REFETCHES["DELETE /api/bookmarks/:id"],
    failed: "The bookmark wasn't removed. Please try again.",
  });
  return { set: createBookmark, change, remove };
}

/** For restoring a removed bookmark. The call accepts a position in one medium. */
export function toBookmarkDraft({ currentTime, fraction, locator, quote, note }: ListedBookmark): BookmarkDraft {
  const isInText = fraction !== null && (locator !== null || quote !== "" || currentTime === null);
  return isInText ? { fraction, locator, quote, note } : { currentTime: currentTime ?? 0, note };
}

function toListedBookmark(mutation: OfflineMutation<"bookmark">): ListedBookmark {
  const { currentTime = null, fraction = null, locator = null, quote = "", note = "" } = mutation.bookmark;
  return { id: null, key: mutationKeyOf(mutation), currentTime, fraction, locator, quote, note, mutation };
}
