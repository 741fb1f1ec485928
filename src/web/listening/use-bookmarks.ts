import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";

import type { Bookmark, NewBookmark } from "#contract/bookmarks.ts";
import { bookmarksQuery, changeBookmark, removeBookmark, setBookmark } from "#web/api/bookmarks.ts";
import { ApiError, isSignedOut, serverMessage, SESSION_EXPIRED } from "#web/api/client.ts";
import type { BookmarkQueue } from "#web/listening/saving/bookmark-queue.ts";
import type { Waiting } from "#web/offline/waiting/queue.ts";

/** `id` is null while it waits on this device. */
export type Mark = Omit<Bookmark, "id" | "bookId" | "chapter" | "createdAt"> & { id: number | null; key: string };
export type NewMark = Omit<NewBookmark, "bookId">;

/** A book's bookmarks in player and reader, with those that wait for the network. Undefined until known. */
export function useBookmarks(bookId: number, waitingBookmarks: BookmarkQueue) {
  const { data, error, refetch } = useQuery(bookmarksQuery(bookId));
  const all = useSyncExternalStore(waitingBookmarks.subscribe, waitingBookmarks.all);
  const marks = useMemo(() => {
    const waiting = all.filter(({ item }) => item.bookId === bookId).map(toMark);
    const known = data?.map((bookmark): Mark => ({ ...bookmark, key: String(bookmark.id) }));
    return known || waiting.length > 0 ? [...(known ?? []), ...waiting] : undefined;
  }, [all, bookId, data]);
  return { marks, error, refetch };
}

/** Setting, changing and removing; without an answer, set on this device until the server does. */
export function useBookmarkChanges(bookId: number, waitingBookmarks: BookmarkQueue) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: bookmarksQuery(bookId).queryKey });
  const set = useMutation({
    mutationFn: async ({ note = "", ...mark }: NewMark) => {
      const bookmark = { bookId, ...mark, note: note.trim() };
      try {
        await setBookmark(bookmark);
      } catch (error) {
        if (error instanceof ApiError) throw error;
        // without storage, report that the call failed
        await waitingBookmarks.add(bookmark).catch(() => Promise.reject(error));
      }
    },
    onSuccess: refresh,
  });
  const change = useMutation({
    mutationFn: async ({ mark, note }: { mark: Mark; note: string }) => {
      if (mark.id !== null) return void (await changeBookmark(mark.id, note));
      const found = waitingBookmarks.all().find(({ key }) => key === mark.key);
      if (!found || note === mark.note) return;
      await waitingBookmarks.add({ ...found.item, note });
      await waitingBookmarks.remove(mark.key);
    },
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: ({ id, key }: Mark) => (id === null ? waitingBookmarks.remove(key) : removeBookmark(id)),
    onSettled: refresh,
  });
  return { set, change, remove };
}

/** To make it again; in one medium, as the call demands. */
export function toNew({ currentTime, fraction, locator, quote, note }: Mark): NewMark {
  const isInText = fraction !== null && (locator !== null || quote !== "" || currentTime === null);
  return isInText ? { fraction, locator, quote, note } : { currentTime: currentTime ?? 0, note };
}

export function bookmarkFailure(what: "saved" | "changed" | "removed", error: Error): string {
  if (isSignedOut(error)) return SESSION_EXPIRED;
  return serverMessage(error) ?? `The bookmark wasn't ${what}. Check your connection and try again.`;
}

function toMark({ key, item }: Waiting<NewBookmark>): Mark {
  const { currentTime = null, fraction = null, locator = null, quote = "", note = "" } = item;
  return { id: null, key, currentTime, fraction, locator, quote, note };
}
