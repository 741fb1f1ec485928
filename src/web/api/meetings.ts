import { queryOptions } from "@tanstack/react-query";

import type { Answer, LinkAnswer, LinkedMeeting, Meeting, Need } from "#contract/meetings.ts";

import { client } from "./client.ts";

export const currentMeetingQuery = queryOptions<Meeting | null>({ queryKey: ["/api/meetings/current"] });

export const answerMeeting = ({ id, ...answer }: { id: number; answer: Answer; guests: number }) =>
  client.put<Meeting>(`/api/meetings/${id}/answer`, answer);

export const withdrawAnswer = (id: number) => client.delete<Meeting>(`/api/meetings/${id}/answer`);

export const claimNeed = ({ id, quantity }: { id: number; quantity: number }) =>
  client.put<Need>(`/api/needs/${id}/claim`, { quantity });

export const unclaimNeed = (id: number) => client.delete(`/api/needs/${id}/claim`);

/** Works signed out, with a mail's link. */
export const linkedMeetingQuery = (token: string) =>
  queryOptions<LinkedMeeting>({ queryKey: [`/api/answer?token=${encodeURIComponent(token)}`], staleTime: 0 });

export const answerByLink = (answer: LinkAnswer) => client.post<LinkedMeeting>("/api/answer", answer);
