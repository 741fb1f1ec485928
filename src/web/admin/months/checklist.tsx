import { ChevronRight } from "lucide-react";

import { pluralize } from "#contract/counts.ts";
import type { MonthPlan } from "#contract/months.ts";
import { addCalendarMonths } from "#contract/zoned-time.ts";
import { useClub } from "#web/api/club.ts";
import { useGet } from "#web/api/use-get.ts";
import { currentMonth } from "#web/lib/format/club-time.ts";
import { formatMoment, formatMonth } from "#web/lib/format/dates.ts";
import { QueryStatus } from "#web/ui/feedback/query-content.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { useIsWide } from "#web/ui/layout/disclosure.tsx";
import { Link } from "#web/ui/layout/link.tsx";

import { MonthLines, showTabs } from "./month-lines.tsx";

/** Missing parts of this month and the next, with links (BEYOND 1). */
export function Checklist() {
  const { timeZone } = useClub();
  const month = currentMonth(timeZone);
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 sm:gap-6">
      <MonthCard month={month} isCurrent />
      <MonthCard month={addCalendarMonths(month, 1)} />
    </div>
  );
}

/** Phones show only the link to the month's page, and the next step of the current month. */
function MonthCard({ month, isCurrent = false }: { month: string; isCurrent?: boolean }) {
  const query = useGet("GET /api/months/:month", { params: { month } });
  const { data } = query;
  // On a phone two lists would push the tabs off the first screen.
  const isWide = useIsWide();
  const name = formatMonth(month);
  const to = `/admin/months/${month}`;
  const status = !data && (
    <QueryStatus query={query} name={`the checklist for ${name}`} skeleton={isWide && <SkeletonLines lines={6} />} />
  );
  if (isWide)
    return (
      <Card
        title={name}
        actions={
          <Link to={to} className="inline-flex min-h-touch items-center underline underline-offset-4">
            Open<span className="sr-only"> {name}</span>
          </Link>
        }
      >
        {data ? (
          <>
            <MonthLines plan={data} parts={["book", "cover", "ebook", "audiobook", "meeting", "message"]} />
            <p className="mt-3 border-t border-line pt-1 text-sm text-ink-soft">
              <Link
                to="/admin?tab=email"
                onClick={showTabs}
                className="inline-flex min-h-touch items-center underline-offset-4 hover:underline"
              >
                {formatMailState(data)}
              </Link>
            </p>
          </>
        ) : (
          status
        )}
      </Card>
    );
  return (
    <div className="space-y-1">
      <Link
        to={to}
        className="flex min-h-14 items-center gap-3 rounded-lg border border-line bg-sheet px-5 py-3 font-title text-lg font-semibold shadow-page hover:bg-sunk"
      >
        <span className="flex-1">{data ? `${name}: ${formatMissing(data)}` : name}</span>
        <ChevronRight className="size-5 shrink-0" />
      </Link>
      {status}
      {data && isCurrent && data.missing.length > 0 && (
        <div className="px-5">
          <MonthLines plan={data} parts={data.missing.slice(0, 1)} />
        </div>
      )}
    </div>
  );
}

function formatMissing({ missing }: MonthPlan): string {
  return missing.length === 0 ? "ready" : `${missing.length} to do`;
}

function formatMailState({ mail: { state, sendsAt, reaches, waiting = 0 } }: MonthPlan): string {
  const members = pluralize(reaches, "member");
  if (waiting > 0) return `Monthly email sent to ${reaches - waiting} of ${members} so far`;
  if (state === "sent") return `Monthly email sent to ${members}`;
  if (state === "scheduled") return `Monthly email goes to ${members} on ${formatMoment(sendsAt)}`;
  // It may have been turned on since.
  return Date.parse(sendsAt) < Date.now() ? "Monthly email wasn't sent" : "Monthly email is off";
}
