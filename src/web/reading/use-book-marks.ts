import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import type { Bookmark, NewBookmark } from "#contract/bookmarks.ts";
import { bookmarksQuery, changeBookmark, removeBookmark, setBookmark } from "#web/api/bookmarks.ts";
import { ApiError, serverMessage } from "#web/api/client.ts";
import { showToast } from "#web/ui/toast.ts";

import { createWaitingMarks } from "./waiting-marks.ts";

export type NewMark = Omit<NewBookmark, "bookId" | "currentTime"> & { fraction: number };

export function useBookMarks(bookId: number, userId: number) {
  const queries = useQueryClient();
  const query = bookmarksQuery(bookId);
  const { data } = useQuery(query);
  const refresh = () => queries.invalidateQueries({ queryKey: query.queryKey });

  useEffect(() => {
    const deliver = async () => {
      const arrived = await createWaitingMarks(userId).deliver(setBookmark);
      if (arrived > 0) await queries.invalidateQueries({ queryKey: bookmarksQuery(bookId).queryKey });
    };
    void deliver();
    addEventListener("online", deliver);
    return () => removeEventListener("online", deliver);
  }, [bookId, userId, queries]);

  const add = useMutation({
    mutationFn: async (mark: NewMark): Promise<void> => {
      try {
        await setBookmark({ bookId, ...mark });
      } catch (error) {
        if (error instanceof ApiError) throw error;
        await createWaitingMarks(userId)
          .add({ bookId, ...mark })
          .catch(() => Promise.reject(error));
        queries.setQueryData<Bookmark[]>(query.queryKey, (marks = []) => [...marks, provisional(bookId, mark)]);
        return;
      }
      await refresh();
    },
    onError: (error) => tell("saved", error),
  });
  const change = useMutation({
    mutationFn: ({ id, note }: Pick<Bookmark, "id" | "note">) => changeBookmark(id, note),
    onSuccess: refresh,
    onError: (error) => tell("changed", error),
  });
  const remove = useMutation({
    mutationFn: ({ id }: Pick<Bookmark, "id">) => removeBookmark(id),
    onSuccess: refresh,
    onError: (error) => tell("removed", error),
  });
  return { marks: data ?? [], add, change, remove };
}

/** Shown until the server has it; negative ids. */
function provisional(bookId: number, mark: NewMark): Bookmark {
  return {
    id: -Date.now(),
    bookId,
    currentTime: null,
    fraction: mark.fraction,
    locator: mark.locator ?? null,
    quote: mark.quote ?? "",
    chapter: 0,
    note: mark.note ?? "",
    createdAt: new Date().toISOString(),
  };
}

function tell(what: string, error: Error): void {
  const description = serverMessage(error) ?? `The bookmark wasn't ${what}. Check your connection and try again.`;
  showToast({ style: "destructive", title: "Error", description });
}
