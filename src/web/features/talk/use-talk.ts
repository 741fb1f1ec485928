import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useAtomValue, useSetAtom } from "jotai";
import { useEffect } from "react";

import { noteCountQuery, notesQuery } from "#web/api/notes.ts";
import { userAtom } from "#web/state/session.ts";
import { rememberTalk, talkVisitsAtom } from "#web/state/talk-seen.ts";

import { othersIn } from "./places.ts";

/** Milliseconds between checks for new notes. They ask for the count, because the notes may be a megabyte. */
const FRESH_MS = 30_000;

/** The talk, refetched when others have written; what's on the page no longer counts as new. */
export function useTalk(bookId: number) {
  const user = useAtomValue(userAtom);
  const queries = useQueryClient();
  const countVisit = useSetAtom(talkVisitsAtom);
  const talk = useQuery(notesQuery(bookId));
  const count = useQuery({ ...noteCountQuery(bookId), refetchInterval: FRESH_MS });
  useEffect(() => {
    if (!user || !talk.data) return;
    const seen = othersIn(talk.data);
    queries.setQueryData(noteCountQuery(bookId).queryKey, seen);
    rememberTalk(user.id, bookId, seen);
    countVisit((visits) => visits + 1);
  }, [user, bookId, talk.data, queries, countVisit]);
  const isBehind =
    count.data !== undefined &&
    count.dataUpdatedAt > Math.max(talk.dataUpdatedAt, talk.errorUpdatedAt) &&
    // without notes, the club can be reached again
    (talk.data ? JSON.stringify(count.data) !== JSON.stringify(othersIn(talk.data)) : talk.isError);
  useEffect(() => {
    if (isBehind) void queries.invalidateQueries({ queryKey: notesQuery(bookId).queryKey });
  }, [isBehind, queries, bookId]);
  return talk;
}
