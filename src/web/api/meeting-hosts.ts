import { queryOptions, useQuery } from "@tanstack/react-query";

import type { HostTurn } from "#contract/meeting-hosts.ts";
import type { Meeting } from "#contract/meetings.ts";
import { useIsAdmin } from "#web/state/use-is-admin.ts";

import { client } from "./client.ts";
import { currentMeetingQuery } from "./meetings.ts";

/** Who hasn't hosted for the longest comes first. */
export const hostTurnsQuery = queryOptions<HostTurn[]>({ queryKey: ["/api/meetings/hosts"], staleTime: 0 });

/** The caller hosts, or whom an admin names. */
export const setHost = ({ id, username }: { id: number; username?: string }) =>
  client.put<Meeting>(`/api/meetings/${id}/host`, username === undefined ? {} : { username });

export const endHosting = (id: number) => client.delete<Meeting>(`/api/meetings/${id}/host`);

/** Whether the member may write and remove questions about a book: admins, and the host of its coming meeting. */
export function useAsksQuestions(bookId: number): boolean {
  const isAdmin = useIsAdmin();
  const { data: meeting } = useQuery({ ...currentMeetingQuery, enabled: !isAdmin });
  return isAdmin || (meeting?.isHost === true && meeting.bookId === bookId && meeting.state !== "over");
}
