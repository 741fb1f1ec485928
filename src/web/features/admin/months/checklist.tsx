import { useQuery } from "@tanstack/react-query";
import { Circle, CircleCheck } from "lucide-react";
import { Link } from "react-router";

import { monthAfter } from "#contract/month.ts";
import type { Missing, MonthPlan } from "#contract/months.ts";
import { useClub } from "#web/api/club.ts";
import { monthQuery } from "#web/api/months.ts";
import { useRefreshAfterActs } from "#web/features/admin/use-refresh-after-acts.ts";
import { countOf } from "#web/lib/counts.ts";
import { formatMoment, formatMonth } from "#web/lib/dates.ts";
import { monthNow } from "#web/lib/meeting-words.ts";
import { Card } from "#web/ui/card.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";

/** What this month and the next lack, with links (BEYOND 1). */
export function Checklist() {
  const { timeZone } = useClub();
  useRefreshAfterActs(isMonth);
  const month = monthNow(timeZone);
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
      <MonthCard month={month} />
      <MonthCard month={monthAfter(month, 1)} />
    </div>
  );
}

const isMonth = (key: string) => key.startsWith("/api/months/");

function MonthCard({ month }: { month: string }) {
  const { data, error, refetch } = useQuery(monthQuery(month));
  return (
    <Card
      title={formatMonth(month)}
      actions={
        <Link
          to={`/admin/months/${month}`}
          className="inline-flex min-h-touch items-center underline underline-offset-4"
        >
          Open<span className="sr-only"> {formatMonth(month)}</span>
        </Link>
      }
    >
      {data ? (
        <MonthLines plan={data} />
      ) : error ? (
        <LoadError what={`the checklist for ${formatMonth(month)}`} error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Card>
  );
}

function MonthLines({ plan }: { plan: MonthPlan }) {
  const parts: readonly Missing[] = plan.book
    ? ["book", "cover", "ebook", "audiobook", "meeting", "message"]
    : ["book", "meeting", "message"];
  return (
    <>
      <ul className="-my-1">
        {parts.map((part) => (
          <Line key={part} part={part} plan={plan} />
        ))}
      </ul>
      <p className="mt-3 border-t border-line pt-1 text-sm text-ink-soft">
        <Link
          to="/admin?tab=email"
          onClick={showTabs}
          className="inline-flex min-h-touch items-center underline-offset-4 hover:underline"
        >
          {mailInWords(plan)}
        </Link>
      </p>
    </>
  );
}

function Line({ part, plan }: { part: Missing; plan: MonthPlan }) {
  const isMissing = plan.missing.includes(part);
  const Icon = isMissing ? Circle : CircleCheck;
  const { name, todo } = WORDS[part];
  return (
    <li>
      <Link to={placeOf(part, plan)} onClick={showTabs} className="group flex min-h-touch items-center gap-3 py-1">
        <Icon aria-hidden="true" className={`size-5 shrink-0 ${isMissing ? "text-ink-soft" : "text-success"}`} />
        <span className="min-w-0 underline-offset-4 group-hover:underline">
          {isMissing ? todo : (part === "book" && plan.book?.title) || name}
          {!isMissing && <span className="sr-only"> (done)</span>}
        </span>
      </Link>
    </li>
  );
}

/** Of the dashboard's tabs, where most lines lead. */
export const TABS_ID = "dashboard-tabs";
// below the list, so on a phone nothing would seem to happen
const showTabs = () => document.getElementById(TABS_ID)?.scrollIntoView();

const WORDS: Record<Missing, { name: string; todo: string }> = {
  book: { name: "Book", todo: "Add a book" },
  cover: { name: "Cover", todo: "Add a cover" },
  ebook: { name: "eBook", todo: "Upload the eBook" },
  audiobook: { name: "Audiobook", todo: "Upload the audiobook" },
  meeting: { name: "Meeting", todo: "Plan the meeting" },
  message: { name: "Message from the team", todo: "Write a message" },
};

function placeOf(part: Missing, { month, book }: MonthPlan): string {
  if (part === "message") return `/admin/months/${month}`;
  // below a long message
  if (part === "meeting") return `/admin/months/${month}#meeting`;
  if (!book) return "/admin?tab=book&book=new";
  return `/admin?tab=${part === "cover" ? "book" : part}&book=${book.id}`;
}

function mailInWords({ mail: { state, sendsAt, reaches } }: MonthPlan): string {
  const members = countOf(reaches, "member");
  if (state === "sent") return `Monthly email sent to ${members}`;
  return state === "off" ? "Monthly email is off" : `Monthly email goes to ${members} on ${formatMoment(sendsAt)}`;
}
