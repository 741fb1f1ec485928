import { queryOptions } from "@tanstack/react-query";

import type { Meeting, MeetingPatch, Need, NewMeeting, NewNeed, Unanswered } from "#contract/meetings.ts";
import type { MonthPlan } from "#contract/months.ts";

import { client } from "./client.ts";

export const monthQuery = (month: string) =>
  queryOptions<MonthPlan>({ queryKey: [`/api/months/${month}`], staleTime: 0 });

export const saveMessage = ({ month, message }: { month: string; message: string }) =>
  client.patch<MonthPlan>(`/api/months/${month}`, { message });

export const meetingQuery = (id: number) => queryOptions<Meeting>({ queryKey: [`/api/meetings/${id}`], staleTime: 0 });

export const planMeeting = (meeting: NewMeeting) => client.post<Meeting>("/api/meetings", meeting);

export const changeMeeting = ({ id, ...patch }: MeetingPatch & { id: number }) =>
  client.patch<Meeting>(`/api/meetings/${id}`, patch);

export const cancelMeeting = ({ id, tell }: { id: number; tell: boolean }) =>
  client.post<Meeting>(`/api/meetings/${id}/cancel`, { tell });

export const restoreMeeting = ({ id, tell }: { id: number; tell: boolean }) =>
  client.post<Meeting>(`/api/meetings/${id}/restore`, { tell });

export const removeMeeting = (id: number) => client.delete(`/api/meetings/${id}`);

export const unansweredQuery = (id: number) =>
  queryOptions<Unanswered[]>({ queryKey: [`/api/meetings/${id}/unanswered`], staleTime: 0 });

export const addNeed = ({ meetingId, ...need }: NewNeed & { meetingId: number }) =>
  client.post<Need>(`/api/meetings/${meetingId}/needs`, need);

export const changeNeed = ({ id, quantity }: { id: number; quantity: number }) =>
  client.patch<Need>(`/api/needs/${id}`, { quantity });

export const removeNeed = (id: number) => client.delete(`/api/needs/${id}`);
