import type { MonthlyRun } from "#contract/email.ts";
import { formatCount } from "#web/lib/counts.ts";
import { formatMoment, formatMonth } from "#web/lib/dates.ts";
import { Notice } from "#web/ui/notice.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";

/** How far this month's mail has come, or how it ended. */
export function RunProgress({ run, isReady }: { run: MonthlyRun; isReady: boolean }) {
  const { total, queued, sending, running, pause } = run;
  const done = total - queued - sending;
  return (
    <div className="space-y-3">
      {running ? (
        <ProgressBar
          label={`The e-mail of ${formatMonth(run.period)}`}
          value={done / total}
          text={`${formatCount(done)} of ${formatCount(total)}`}
        />
      ) : (
        <output className="block">
          The e-mail of {formatMonth(run.period)}: {outcome(run)}.
        </output>
      )}
      {running && pause && (
        <Notice tone="error" title="Sending has paused">
          {pause.reason} Nothing is lost: it goes on by itself at {formatMoment(pause.until)}, or at once when you send
          again.
        </Notice>
      )}
      {running && !isReady && <Notice title="Sending waits">It goes on when the service is enabled again.</Notice>}
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
