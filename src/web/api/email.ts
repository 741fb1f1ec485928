import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import type {
  Audience,
  EmailStatus,
  MailPreview,
  MonthlyRun,
  NewAnnouncement,
  Outbox,
  OutboxRow,
  PreviewKind,
  SentAnnouncement,
} from "#contract/email.ts";

import { client } from "./client.ts";

const RUN_INTERVAL = 1000;

/** Not retried (SPEC 7). */
export const emailStatusQuery = queryOptions<EmailStatus>({
  queryKey: ["/api/email/status"],
  staleTime: 0,
  retry: false,
});

/** Polled while mail is being sent. */
export const monthlyRunQuery = queryOptions<MonthlyRun>({
  queryKey: ["/api/email/run"],
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.running ? RUN_INTERVAL : false),
});

/** `stamp` changes when a mail has gone out. */
export const audienceQuery = (stamp: string) =>
  queryOptions<Audience>({
    queryKey: ["/api/email/audience", stamp],
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** This month's for undefined. `stamp` changes when a mail has gone out. */
export const outboxQuery = (period: string | undefined, stamp: string) =>
  queryOptions<Outbox>({
    queryKey: [`/api/email/outbox${period ? `?period=${period}` : ""}`, stamp],
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export const previewQuery = (kind: PreviewKind, month = "") =>
  queryOptions<MailPreview>({ queryKey: [`/api/email/preview/${kind}${ofMonth(month)}`], staleTime: 0 });

export const previewAddress = (kind: PreviewKind, month = "") => `/api/email/preview/${kind}/page${ofMonth(month)}`;

const ofMonth = (month: string) => (month ? `?month=${month}` : "");

export const sendAnnouncement = (announcement: NewAnnouncement) =>
  client.post<SentAnnouncement>("/api/email/announcements", announcement);

export const switchEmail = (enabled: boolean) => client.patch<EmailStatus>("/api/email/config", { enabled });

export const sendTestEmail = (email: string) => client.post<unknown>("/api/email/test", { email });

export const triggerMonthly = () => client.post<MonthlyRun>("/api/email/trigger-monthly");

export const retryMail = (id: number) => client.post<OutboxRow>(`/api/email/outbox/${id}/retry`);
