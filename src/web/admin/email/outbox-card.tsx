import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Inbox, RotateCw } from "lucide-react";
import { useState } from "react";

import { callUrl } from "#contract/call-url.ts";
import type { Outbox, OutboxRow } from "#contract/email.ts";
import { call } from "#web/api/call.ts";
import { uniqueById } from "#web/api/query.ts";
import { formatMoment, formatMonth } from "#web/lib/format/dates.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { QueryContent, ShowMore } from "#web/ui/feedback/query-content.tsx";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { ConfirmDialog } from "#web/ui/layout/confirm-dialog.tsx";
import { DotSeparatedList } from "#web/ui/layout/dot-separated-list.tsx";

const REFRESH_MS = 2000;

/** A month's mails and their state, with retry. Polls while mails are being sent. */
export function OutboxCard({ isReady }: { isReady: boolean }) {
  const [period, setPeriod] = useState<string>();
  const [mailToRetry, setMailToRetry] = useState<OutboxRow>();
  const query = useInfiniteQuery({
    ...outboxQuery(period),
    refetchInterval: ({ state }) =>
      isReady && state.data?.pages.some(({ rows }) => rows.some(isPending)) === true && REFRESH_MS,
  });
  const retry = useCall("POST /api/email/outbox/:id/retry", {
    done: ({ displayName }) => `Sending the email to ${displayName} again`,
    failed: "Failed to send the email again.",
  });
  const send = ({ id }: OutboxRow) => retry.mutate({ params: { id } });
  // A mail that may have arrived could be delivered twice.
  const retryOrAsk = (row: OutboxRow) => (row.state === "unknown" ? setMailToRetry(row) : send(row));
  return (
    <Card title="Sent Emails" icon={Inbox}>
      <QueryContent query={query} name="the sent emails" lines={4}>
        {(outbox) => (
          <div className="space-y-4">
            <MonthSelect {...outbox} onChange={setPeriod} />
            {outbox.rows.length > 0 ? (
              <OutboxList rows={outbox.rows} isReady={isReady && !retry.isPending} onRetry={retryOrAsk} />
            ) : (
              <EmptyState icon={Inbox}>
                No email has gone out in {formatMonth(outbox.period)} yet. You'll see each one here.
              </EmptyState>
            )}
          </div>
        )}
      </QueryContent>
      <ShowMore query={query} name="the sent emails" />
      <ConfirmDialog
        isOpen={mailToRetry !== undefined}
        title="Send it again?"
        confirm="Send again"
        onConfirm={() => mailToRetry && send(mailToRetry)}
        onClose={() => setMailToRetry(undefined)}
      >
        We don't know whether the email to {mailToRetry?.displayName} arrived. If it did, they'll get it twice.
      </ConfirmDialog>
    </Card>
  );
}

/** Small, because the shown rows are fetched again after each mail that is sent. */
const FIRST_PAGE_ROWS = 25;
const PAGE_ROWS_MAX = 250;
const pageSize = (offset: number) => (offset === 0 ? FIRST_PAGE_ROWS : PAGE_ROWS_MAX);

const outboxQuery = (period: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [callUrl("GET /api/email/outbox"), period],
    queryFn: ({ pageParam: offset, signal }) =>
      call("GET /api/email/outbox", { query: { limit: pageSize(offset), offset, period }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ rows }, _, offset) => (rows.length < pageSize(offset) ? undefined : offset + rows.length),
    select: ({ pages }) => pages.reduce(appendPage),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** A mail that failed in the meantime has moved to an earlier page. */
const appendPage = (outbox: Outbox, { rows }: Outbox): Outbox => ({
  ...outbox,
  rows: uniqueById([...outbox.rows, ...rows]),
});

const isPending = ({ state }: OutboxRow): boolean => state === "queued" || state === "sending";

type SelectProps = Pick<Outbox, "period" | "periods"> & { onChange: (period: string) => void };

function MonthSelect({ period, periods, onChange }: SelectProps) {
  const months = [...new Set([period, ...periods])].toSorted().toReversed();
  if (months.length === 1) return null;
  return (
    <Select
      label="Month"
      className="max-w-sm"
      value={period}
      onText={onChange}
      options={months.map((month) => [month, formatMonth(month)])}
    />
  );
}

const KIND_LABELS: Record<OutboxRow["kind"], string> = {
  monthly: "Monthly",
  welcome: "Welcome",
  reminder: "Reminder",
  "meeting-dates": "Dates",
  "meeting-changed": "Meeting changed",
  announcement: "Announcement",
  "month-unready": "Month incomplete",
  "password-reset": "New password",
  "address-changed": "Address changed",
  "sign-in-changed": "Sign-in changed",
  "ereader-link": "eReader link",
};
const STATE_LABELS: Record<OutboxRow["state"], { name: string; className: string }> = {
  sent: { name: "Sent", className: "text-success" },
  failed: { name: "Failed", className: "text-danger" },
  unknown: { name: "Unknown", className: "text-danger" },
  queued: { name: "Waiting", className: "text-ink-soft" },
  sending: { name: "Sending", className: "text-ink-soft" },
};

type Props = { rows: readonly OutboxRow[]; isReady: boolean; onRetry: (row: OutboxRow) => void };

/** Mails that need attention come first. */
function OutboxList({ rows, isReady, onRetry }: Props) {
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <li
          key={row.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
        >
          <div className="min-w-0 flex-1 basis-56">
            <p className="font-semibold wrap-anywhere">
              {row.displayName} <span className="font-normal text-ink-soft">{row.email}</span>
            </p>
            <DotSeparatedList className="text-sm text-ink-soft">
              {KIND_LABELS[row.kind]}
              <span className={`font-semibold ${STATE_LABELS[row.state].className}`}>
                {STATE_LABELS[row.state].name}
              </span>
              {formatMoment(row.changedAt)}
            </DotSeparatedList>
            {row.reason !== "" && <p className="mt-1 text-sm wrap-anywhere">{row.reason}</p>}
          </div>
          {(row.state === "failed" || row.state === "unknown") && (
            <Button aria-label={`Send again to ${row.displayName}`} disabled={!isReady} onClick={() => onRetry(row)}>
              <RotateCw className="size-4" />
              Send again
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
