import { useQuery } from "@tanstack/react-query";

import { useIsAdmin } from "#web/state/use-is-admin.ts";

import { query } from "./query.ts";

/** Whether the member may write and remove questions about a book: admins, and the host of its coming meeting. */
export function useAsksQuestions(bookId: number): boolean {
  const isAdmin = useIsAdmin();
  const { data: meeting } = useQuery({ ...query("GET /api/meetings/current"), enabled: !isAdmin });
  return isAdmin || (meeting?.isHost === true && meeting.bookId === bookId && meeting.state !== "over");
}
