import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

import { isInSound, type SoundBookmark } from "#contract/bookmarks.ts";
import { bookmarksQuery, changeBookmark, removeBookmark, setBookmark } from "#web/api/bookmarks.ts";
import { ApiError, isSignedOut, serverMessage, SESSION_EXPIRED } from "#web/api/client.ts";
import type { Player } from "#web/listening/player/player.ts";
import type { WaitingBookmark } from "#web/listening/saving/waiting-bookmarks.ts";

export type Mark = SoundBookmark | WaitingBookmark;

export const idOf = (mark: Mark): number | null => ("id" in mark ? mark.id : null);

/** Includes queued ones, in order of position. */
export function useBookmarks({ book, waitingBookmarks }: Player) {
  const { data, ...query } = useQuery(bookmarksQuery(book.id));
  const waiting = useSyncExternalStore(waitingBookmarks.subscribe, waitingBookmarks.all).filter(
    ({ bookId }) => bookId === book.id,
  );
  const marks: Mark[] | undefined =
    data || waiting.length > 0 ? [...(data ?? []).filter(isInSound), ...waiting] : undefined;
  return { ...query, marks: marks?.toSorted((one, other) => one.currentTime - other.currentTime) };
}

/** Queued on this device when the server doesn't answer. */
export function useSetBookmark({ book, waitingBookmarks }: Player) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (mark: Omit<WaitingBookmark, "bookId">) => {
      const bookmark = { bookId: book.id, ...mark, note: mark.note.trim() };
      try {
        await setBookmark(bookmark);
      } catch (error) {
        if (error instanceof ApiError) throw error;
        // without storage, all there is to say is that the call failed
        await waitingBookmarks.add(bookmark).catch(() => Promise.reject(error));
      }
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: bookmarksQuery(book.id).queryKey }),
  });
}

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

export function useRemoveBookmark({ book, waitingBookmarks }: Player) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (mark: Mark) => ("id" in mark ? removeBookmark(mark.id) : waitingBookmarks.remove(mark)),
    onSettled: () => queries.invalidateQueries({ queryKey: bookmarksQuery(book.id).queryKey }),
  });
}

export function bookmarkFailure(what: "saved" | "removed", error: Error): string {
  if (isSignedOut(error)) return SESSION_EXPIRED;
  return serverMessage(error) ?? `The bookmark wasn't ${what}. Check your connection and try again.`;
}
