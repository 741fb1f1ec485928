import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import type { Bookmark, NewBookmark } from "#contract/bookmarks.ts";
import { REFETCHES } from "#contract/refetches.ts";
import { call } from "#web/api/call.ts";
import { isSignedOut, serverMessage } from "#web/api/client.ts";
import { reasonText, SESSION_EXPIRED } from "#web/api/failure-reason.ts";
import { mutationKeyOf, type OfflineMutationOf } from "#web/api/offline-mutations.ts";
import { query } from "#web/api/query.ts";
import { randomHexId } from "#web/lib/browser/random-id.ts";
import { usePendingMutations, useSendOrQueue } from "#web/offline/queue/use-offline-queue.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";

/** `waiting` while it waits on this device; it has no id yet. */
export type Mark = Omit<Bookmark, "id" | "bookId" | "chapter" | "createdAt"> & {
  id: number | null;
  key: string;
  waiting?: OfflineMutationOf<"bookmark">;
};
export type NewMark = Omit<NewBookmark, "bookId">;

/** A book's bookmarks in player and reader, with those that wait for the network. Undefined until known. */
export function useBookmarks(bookId: number) {
  const { data, error, refetch } = useQuery(query("GET /api/bookmarks", { query: { bookId } }));
  const { mutations } = usePendingMutations();
  const marks = useMemo(() => {
    const waiting = mutations.flatMap((mutation) =>
      mutation.kind === "bookmark" && mutation.bookmark.bookId === bookId ? toMark(mutation) : [],
    );
    const known = data?.map((bookmark): Mark => ({ ...bookmark, key: String(bookmark.id) }));
    return known || waiting.length > 0 ? [...(known ?? []), ...waiting] : undefined;
  }, [mutations, bookId, data]);
  return { marks, error, refetch };
}

/** Setting, changing and removing; without an answer, set on this device until the server does. */
export function useBookmarkChanges(bookId: number) {
  const sendOrQueue = useSendOrQueue();
  const { put, drop } = usePendingMutations();
  const set = useMutationWithToast({
    mutationFn: ({ note = "", ...mark }: NewMark) =>
      sendOrQueue({ kind: "bookmark", bookmark: { bookId, ...mark, note: note.trim(), sendKey: randomHexId() } }),
    refetches: REFETCHES["POST /api/bookmarks"],
  });
  const change = useMutationWithToast({
    mutationFn: async ({ mark, note }: { mark: Mark; note: string }) => {
      if (mark.id !== null) await call("PATCH /api/bookmarks/:id", { params: { id: mark.id }, body: { note } });
      else if (mark.waiting) await put({ kind: "bookmark", bookmark: { ...mark.waiting.bookmark, note } });
    },
    refetches: REFETCHES["PATCH /api/bookmarks/:id"],
  });
  const remove = useMutationWithToast({
    mutationFn: async ({ id, waiting }: Mark) => {
      if (id !== null) await call("DELETE /api/bookmarks/:id", { params: { id } });
      else if (waiting) await drop(waiting);
    },
    refetches: REFETCHES["DELETE /api/bookmarks/:id"],
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
  return serverMessage(error) ?? `The bookmark wasn't ${what}. ${reasonText(error)}`;
}

function toMark(waiting: OfflineMutationOf<"bookmark">): Mark {
  const { currentTime = null, fraction = null, locator = null, quote = "", note = "" } = waiting.bookmark;
  return { id: null, key: mutationKeyOf(waiting), currentTime, fraction, locator, quote, note, waiting };
}
