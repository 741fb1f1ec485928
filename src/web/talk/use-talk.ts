import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue, useSetAtom } from "jotai";
import { useEffect } from "react";

import { query } from "#web/api/query.ts";
import { useGet } from "#web/api/use-get.ts";
import { useIsAdmin, userAtom } from "#web/state/session.ts";
import { storeTalkSeen, talkVisitsAtom } from "#web/state/talk-seen.ts";

import { countNotesByOthers } from "./chapter-position.ts";

/** How often it polls for new notes. It polls the count, because the notes may be a megabyte. */
const POLL_MS = 30_000;

/** The talk, refetched when others have written. Shown notes no longer count as new. */
export function useTalk(bookId: number) {
  const user = useAtomValue(userAtom);
  const queries = useQueryClient();
  const countVisit = useSetAtom(talkVisitsAtom);
  const talk = useGet("GET /api/books/:id/notes", {
    params: { id: bookId },
    staleTime: 0,
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
  });
  const count = useGet("GET /api/books/:id/notes/count", { params: { id: bookId }, refetchInterval: POLL_MS });
  useEffect(() => {
    if (!user || !talk.data) return;
    const seenCount = countNotesByOthers(talk.data);
    queries.setQueryData(query("GET /api/books/:id/notes/count", { params: { id: bookId } }).queryKey, seenCount);
    storeTalkSeen(user.id, bookId, seenCount);
    countVisit((visits) => visits + 1);
  }, [user, bookId, talk.data, queries, countVisit]);
  const isOutdated =
    count.data !== undefined &&
    count.dataUpdatedAt > Math.max(talk.dataUpdatedAt, talk.errorUpdatedAt) &&
    // After an error, the count shows that the server is reachable again.
    (talk.data ? JSON.stringify(count.data) !== JSON.stringify(countNotesByOthers(talk.data)) : talk.isError);
  const { refetch } = talk;
  useEffect(() => {
    if (isOutdated) void refetch();
  }, [isOutdated, refetch]);
  return talk;
}

/** The URL of a note on the talk's page; null for queued notes. */
export const noteUrl = (id: number | null): string => `/talk#${id === null ? WAITING_HASH : `note-${id}`}`;

const WAITING_HASH = "waiting";

/** The note of a `noteUrl` hash; undefined for any other hash. */
export function noteFromHash(hash: string): number | null | undefined {
  if (hash === `#${WAITING_HASH}`) return null;
  const id = /^#note-([1-9]\d{0,14})$/.exec(hash)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** True if the member may write and delete questions about a book: admins, and the host of its next meeting. */
export function useCanAskQuestions(bookId: number): boolean {
  const isAdmin = useIsAdmin();
  const { data: meeting } = useGet("GET /api/meetings/current", { enabled: !isAdmin });
  return isAdmin || (meeting?.isHost === true && meeting.bookId === bookId && meeting.state !== "over");
}
