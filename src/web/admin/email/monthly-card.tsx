import { queryOptions } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";

import { formatCount, pluralize } from "#contract/counts.ts";
import type { Audience, EmailStatus, MonthlyRun } from "#contract/email.ts";
import { serverMessageOr } from "#web/api/failure-reason.ts";
import { query } from "#web/api/query.ts";
import { useGet } from "#web/api/use-get.ts";
import { formatMoment, formatMonth } from "#web/lib/format/dates.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { ProgressBar } from "#web/ui/feedback/progress-bar.tsx";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Card } from "#web/ui/layout/card.tsx";
import { ConfirmButton } from "#web/ui/layout/confirm-button.tsx";

const RUN_POLL_MS = 1000;

export const monthlyRunQuery = queryOptions({
  ...query("GET /api/email/run"),
  refetchInterval: ({ state }) => (state.data?.running ? RUN_POLL_MS : false),
});

type Props = { status: EmailStatus; run: MonthlyRun | undefined };

export function MonthlyCard({ status, run }: Props) {
  const { data: audience, refetch } = useGet("GET /api/email/audience");
  const trigger = useCall("POST /api/email/trigger-monthly", {
    done: "Monthly emails have been triggered successfully",
    failed: "Failed to trigger monthly emails.",
    explain: serverMessageOr,
    updatesQuery: monthlyRunQuery,
  });
  const isReady = status.configured && status.enabled;
  const isSending = run?.running === true && run.pause === null;
  return (
    <Card title="Monthly Email" icon={CalendarClock} className="space-y-4">
      <p className="max-w-measure">
        The monthly email goes out on the 1st of each month at 9:00 AM in the club's time zone, with the book, the
        meeting and the message from the team. {isReady && formatNextRun(status.nextMonthly)}
      </p>
      {audience && <p className="max-w-measure text-ink-soft">{formatAudience(audience)}</p>}
      {run && run.total > 0 && <RunProgress run={run} isReady={isReady} />}
      <ConfirmButton
        variant="primary"
        disabled={!isReady || isSending || trigger.isPending}
        label={isSending || trigger.isPending ? "Sending..." : "Send Monthly Emails"}
        title="Send the monthly email now?"
        confirm="Send now"
        beforeAsking={refetch}
        onConfirm={() => trigger.mutate()}
      >
        {audience
          ? `${pluralize(audience.willReach, "member")} will get it. Anyone who already has ${formatMonth(audience.period)}'s email is skipped. You can't unsend it.`
          : "We couldn't check how many members this will reach. Anyone who already has this month's email is skipped. You can't unsend it."}
      </ConfirmButton>
    </Card>
  );
}

function formatNextRun(moment: string): string {
  return Date.parse(moment) > Date.now()
    ? `Next: ${formatMoment(moment)} your time.`
    : "This month's email hasn't gone out yet. It will follow within a minute.";
}

function formatAudience({ period, willReach, alreadySent, optedOut, unknown }: Audience): string {
  const parts = [
    `Goes to ${pluralize(willReach, "member")} in ${formatMonth(period)}`,
    ...(alreadySent > 0 ? [`${pluralize(alreadySent, "member")} already got it`] : []),
    ...(unknown > 0 ? [`${pluralize(unknown, "member")} may not have gotten it`] : []),
    ...(optedOut > 0 ? [`${pluralize(optedOut, "member")} turned off the monthly email`] : []),
  ];
  return `${parts.join("; ")}.`;
}

function RunProgress({ run, isReady }: { run: MonthlyRun; isReady: boolean }) {
  const { total, queued, sending, running, pause } = run;
  const doneCount = total - queued - sending;
  return (
    <div className="space-y-3">
      {running ? (
        <ProgressBar
          label={`${formatMonth(run.period)}'s email`}
          value={doneCount / total}
          text={`${formatCount(doneCount)} of ${formatCount(total)}`}
        />
      ) : (
        <output className="block">
          {formatMonth(run.period)}'s email: {formatOutcome(run)}.
        </output>
      )}
      {running && pause && (
        <Notice tone="error" title="Sending is paused">
          {pause.reason} Nothing is lost. Sending resumes at {formatMoment(pause.until)}, or as soon as you send again.
        </Notice>
      )}
      {running && !isReady && <Notice title="Sending is on hold">It resumes when the email service is enabled.</Notice>}
    </div>
  );
}

function formatOutcome({ sent, failed, unknown }: MonthlyRun): string {
  const parts = [
    `${formatCount(sent)} sent`,
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ...(unknown > 0 ? [`${formatCount(unknown)} unknown`] : []),
  ];
  return parts.join(", ");
}
