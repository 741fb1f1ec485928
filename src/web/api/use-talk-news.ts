import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";

import { userAtom } from "#web/state/session.ts";
import { isTalkNew, talkVisitsAtom } from "#web/state/talk-seen.ts";

import { currentBookQuery } from "./books.ts";
import { noteCountQuery } from "./notes.ts";

/** Whether there are notes about this month's book that the member may read and hasn't seen on this device. */
export function useTalkNews(): boolean {
  const user = useAtomValue(userAtom);
  useAtomValue(talkVisitsAtom);
  const { data: book } = useQuery({ ...currentBookQuery, enabled: user !== undefined });
  const { data } = useQuery({ ...noteCountQuery(book?.id ?? 0), enabled: book !== null && book !== undefined });
  return user !== undefined && !!book && data !== undefined && isTalkNew(user.id, book.id, data);
}
