import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

import { isInSound, type SoundBookmark } from "#contract/bookmarks.ts";
import { bookmarksQuery, changeBookmark, removeBookmark, setBookmark } from "#web/api/bookmarks.ts";
import { ApiError, isSignedOut, serverMessage, SESSION_EXPIRED } from "#web/api/client.ts";
import type { Player } from "#web/listening/player/player.ts";
import type { WaitingBookmark } from "#web/listening/saving/waiting-bookmarks.ts";

/** A bookmark that the server has, or one that waits on this device. */
export type Mark = SoundBookmark | WaitingBookmark;

/** The server's number of a bookmark; null while it waits. */
export const idOf = (mark: Mark): number | null => ("id" in mark ? mark.id : null);

/** The member's bookmarks in the player's book, those that wait among them, in order of their positions. */
export function useBookmarks({ book, waitingBookmarks }: Player) {
  const { data, ...query } = useQuery(bookmarksQuery(book.id));
  const waiting = useSyncExternalStore(waitingBookmarks.subscribe, waitingBookmarks.all).filter(
    ({ bookId }) => bookId === book.id,
  );
  const marks: Mark[] | undefined =
    data || waiting.length > 0 ? [...(data ?? []).filter(isInSound), ...waiting] : undefined;
  return { ...query, marks: marks?.toSorted((one, other) => one.currentTime - other.currentTime) };
}

/** Sets a bookmark; without an answer from the server it waits on this device. */
export function useSetBookmark({ book, waitingBookmarks }: Player) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (mark: Omit<WaitingBookmark, "bookId">) => {
      const bookmark = { bookId: book.id, ...mark, note: mark.note.trim() };
      try {
        await setBookmark(bookmark);
      } catch (error) {
        if (error instanceof ApiError) throw error;
        // a browser that refuses storage keeps nothing: that the call failed is then all there is to say
        await waitingBookmarks.add(bookmark).catch(() => Promise.reject(error));
      }
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: bookmarksQuery(book.id).queryKey }),
  });
}

/** Changes a note, on the server or of a bookmark that waits on this device. */
export function useChangeNote({ book, waitingBookmarks }: Player) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ mark, note }: { mark: Mark; note: string }) => {
      if ("id" in mark) return void (await changeBookmark(mark.id, note));
      await waitingBookmarks.add({ ...mark, note });
      if (note !== mark.note) await waitingBookmarks.remove(mark);
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: bookmarksQuery(book.id).queryKey }),
  });
}

/** Removes a bookmark, wherever it is. */
export function useRemoveBookmark({ book, waitingBookmarks }: Player) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (mark: Mark) => ("id" in mark ? removeBookmark(mark.id) : waitingBookmarks.remove(mark)),
    onSettled: () => queries.invalidateQueries({ queryKey: bookmarksQuery(book.id).queryKey }),
  });
}

/** What the member reads of a bookmark that was not saved or removed. */
export function bookmarkFailure(what: "saved" | "removed", error: Error): string {
  if (isSignedOut(error)) return SESSION_EXPIRED;
  return serverMessage(error) ?? `The bookmark was not ${what}. Check your connection and try again.`;
}
