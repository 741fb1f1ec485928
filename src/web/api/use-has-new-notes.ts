import { useAtomValue } from "jotai";

import { userAtom } from "#web/state/session.ts";
import { isTalkNew, talkVisitsAtom } from "#web/state/talk-seen.ts";

import { useGet } from "./use-get.ts";

export function useHasNewNotes(): boolean {
  const user = useAtomValue(userAtom);
  useAtomValue(talkVisitsAtom);
  const { data: book } = useGet("GET /api/books/current", { enabled: user !== undefined });
  const { data } = useGet("GET /api/books/:id/notes/count", {
    params: { id: book?.id ?? 0 },
    enabled: book !== null && book !== undefined,
  });
  return user !== undefined && !!book && data !== undefined && isTalkNew(user.id, book.id, data);
}
