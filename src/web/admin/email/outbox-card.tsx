import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { useState } from "react";

import type { Outbox, OutboxRow } from "#contract/email.ts";
import { call } from "#web/api/call.ts";
import { outboxQuery } from "#web/api/email.ts";
import { formatMonth } from "#web/lib/format/dates.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { serverMessageOr, useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { ConfirmDialogFor } from "#web/ui/layout/confirm-dialog.tsx";

import { OutboxList } from "./outbox-list.tsx";

const REFRESH_MS = 2000;

/** A month's mails and their state, with retry. What is on its way is followed until it has gone out. */
export function OutboxCard({ isReady, stamp }: { isReady: boolean; stamp: string }) {
  const [period, setPeriod] = useState<string>();
  const [asked, setAsked] = useState<OutboxRow>();
  const [pages, setPages] = useState(0);
  const query = useQuery({
    ...outboxQuery(period, stamp, pages),
    refetchInterval: ({ state }) => isReady && state.data?.rows.some(isOnItsWay) === true && REFRESH_MS,
  });
  const choose = (month: string) => {
    setPeriod(month);
    setPages(0);
  };
  const retry = useMutationWithToast({
    act: ({ id }: OutboxRow) => call("POST /api/email/outbox/:id/retry", { params: { id } }),
    done: ({ displayName }) => `Sending the email to ${displayName} again`,
    failed: "Failed to send the email again.",
    explain: serverMessageOr,
  });
  // a mail that may have arrived could come twice, so ask
  const again = (row: OutboxRow) => (row.state === "unknown" ? setAsked(row) : retry.mutate(row));
  return (
    <Card title="Sent Emails" icon={Inbox}>
      <QueryContent query={query} what="the sent emails" skeleton={<SkeletonLines lines={4} />}>
        {(outbox) => (
          <div className="space-y-4">
            <MonthSelect {...outbox} chosen={period} onChange={choose} />
            {outbox.rows.length > 0 ? (
              <>
                <OutboxList rows={outbox.rows} isReady={isReady && !retry.isPending} onRetry={again} />
                {outbox.hasMore && (
                  <Button variant="quiet" disabled={outbox.pages < pages} onClick={() => setPages(pages + 1)}>
                    {outbox.pages < pages ? "Loading..." : "Show more"}
                  </Button>
                )}
              </>
            ) : (
              <EmptyState icon={Inbox}>
                No email has gone out in {formatMonth(outbox.period)} yet. You'll see each one here.
              </EmptyState>
            )}
          </div>
        )}
      </QueryContent>
      <ConfirmDialogFor
        about={asked}
        title="Send it again?"
        confirm="Send again"
        onConfirm={(row) => retry.mutate(row)}
        onClose={() => setAsked(undefined)}
      >
        We don't know whether the email to {asked?.displayName} arrived. If it did, they'll get it twice.
      </ConfirmDialogFor>
    </Card>
  );
}

const isOnItsWay = ({ state }: OutboxRow): boolean => state === "queued" || state === "sending";

type SelectProps = Pick<Outbox, "period" | "periods"> & {
  chosen?: string | undefined;
  onChange: (period: string) => void;
};

function MonthSelect({ period, periods, chosen = period, onChange }: SelectProps) {
  const months = [...new Set([chosen, period, ...periods])].toSorted().toReversed();
  if (months.length === 1) return null;
  return (
    <Select label="Month" className="max-w-sm" value={period} onText={onChange}>
      {months.map((month) => (
        <option key={month} value={month}>
          {formatMonth(month)}
        </option>
      ))}
    </Select>
  );
}
