import { queryOptions } from "@tanstack/react-query";

import type { DateQuestion, LinkDatesAnswer, LinkedDates } from "#contract/meeting-dates.ts";
import type { Meeting } from "#contract/meetings.ts";

import { client } from "./client.ts";

export const askForDate = ({ id, ...question }: DateQuestion & { id: number }) =>
  client.put<Meeting>(`/api/meetings/${id}/dates`, question);

export const endDateQuestion = (id: number) => client.delete<Meeting>(`/api/meetings/${id}/dates`);

/** No ids say that none of the dates suits. */
export const answerDates = ({ id, ids }: { id: number; ids: readonly number[] }) =>
  client.put<Meeting>(`/api/meetings/${id}/dates/mine`, { ids });

/** The page may close before the answer. */
export const chooseDate = ({ id, dateId, tell }: { id: number; dateId: number; tell: boolean }) =>
  client.post<Meeting>(`/api/meetings/${id}/dates/${dateId}/choose`, { tell }, { keepalive: true });

/** Works signed out, with a mail's link. */
export const linkedDatesQuery = (token: string) =>
  queryOptions<LinkedDates>({ queryKey: [`/api/dates?token=${encodeURIComponent(token)}`], staleTime: 0 });

export const answerDatesByLink = (answer: LinkDatesAnswer) => client.post<LinkedDates>("/api/dates", answer);
