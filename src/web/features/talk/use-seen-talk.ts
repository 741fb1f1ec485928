import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue, useSetAtom } from "jotai";
import { useEffect } from "react";

import type { Notes } from "#contract/notes.ts";
import { noteCountQuery } from "#web/api/notes.ts";
import { userAtom } from "#web/state/session.ts";
import { rememberTalk, talkVisitsAtom } from "#web/state/talk-seen.ts";

import { othersIn } from "./places.ts";

/** What's on the page has been seen: the navigation's dot goes. */
export function useSeenTalk(bookId: number, talk: Notes | undefined): void {
  const user = useAtomValue(userAtom);
  const queries = useQueryClient();
  const countVisit = useSetAtom(talkVisitsAtom);
  useEffect(() => {
    if (!user || !talk) return;
    const seen = othersIn(talk);
    queries.setQueryData(noteCountQuery(bookId).queryKey, seen);
    rememberTalk(user.id, bookId, seen);
    countVisit((visits) => visits + 1);
  }, [user, bookId, talk, queries, countVisit]);
}
