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
/** A busy month has a hundred thousand mails, and what is shown is read again after each that goes out. */
const FIRST_ROWS = 25;
const PAGE_SIZE = 250;

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

/** This month's for undefined; its first rows for 0 pages. `stamp` changes when a mail has gone out. */
export const outboxQuery = (period: string | undefined, stamp: string, pages: number) =>
  queryOptions<Outbox & { pages: number; hasMore: boolean }>({
    queryKey: ["/api/email/outbox", period, pages, stamp],
    queryFn: async ({ signal }) => {
      const limit = pages === 0 ? FIRST_ROWS : PAGE_SIZE;
      const read = (page: number) => {
        const query = new URLSearchParams({ limit: `${limit}`, offset: `${page * limit}`, ...(period && { period }) });
        return client.get<Outbox>(`/api/email/outbox?${query}`, signal);
      };
      const [first, ...others] = await Promise.all([
        read(0),
        ...Array.from({ length: pages - 1 }, (_, at) => read(at + 1)),
      ]);
      const rows = [first, ...others].flatMap((page) => page.rows);
      const hasMore = rows.length === limit * Math.max(1, pages);
      // one that failed meanwhile has moved to an earlier page
      return { ...first, rows: [...new Map(rows.map((row) => [row.id, row])).values()], pages, hasMore };
    },
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
