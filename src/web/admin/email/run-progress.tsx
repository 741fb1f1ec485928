import { formatCount } from "#contract/counts.ts";
import type { MonthlyRun } from "#contract/email.ts";
import { formatMoment, formatMonth } from "#web/lib/format/dates.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { ProgressBar } from "#web/ui/feedback/progress-bar.tsx";

export function RunProgress({ run, isReady }: { run: MonthlyRun; isReady: boolean }) {
  const { total, queued, sending, running, pause } = run;
  const done = total - queued - sending;
  return (
    <div className="space-y-3">
      {running ? (
        <ProgressBar
          label={`${formatMonth(run.period)}'s email`}
          value={done / total}
          text={`${formatCount(done)} of ${formatCount(total)}`}
        />
      ) : (
        <output className="block">
          {formatMonth(run.period)}'s email: {outcome(run)}.
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

function outcome({ sent, failed, unknown }: MonthlyRun): string {
  const parts = [
    `${formatCount(sent)} sent`,
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ...(unknown > 0 ? [`${formatCount(unknown)} unknown`] : []),
  ];
  return parts.join(", ");
}
