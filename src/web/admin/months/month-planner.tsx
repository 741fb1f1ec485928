import { CalendarDays, LibraryBig, MessageSquareText } from "lucide-react";
import { type ReactNode, useRef } from "react";

import type { MonthPlan } from "#contract/months.ts";
import { PreviewCard } from "#web/admin/email/preview-card.tsx";
import { useClub } from "#web/api/club.ts";
import { useGet } from "#web/api/use-get.ts";
import { currentMonth } from "#web/lib/format/format-meeting.ts";
import { useFocusHashTarget } from "#web/lib/hooks/use-focus-hash-target.ts";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Disclosure } from "#web/ui/layout/disclosure.tsx";

import { MeetingCard } from "./meeting-card.tsx";
import { MessageForm } from "./message-form.tsx";
import { MonthLines } from "./month-lines.tsx";
import { PlanForm } from "./plan-form.tsx";

/** `extraContent` follows the month's own content. */
export function MonthPlanner({ month, extraContent }: { month: string; extraContent: ReactNode }) {
  const result = useGet("GET /api/months/:month", { params: { month } });
  const skeleton = (
    <Card>
      <SkeletonLines lines={8} />
    </Card>
  );
  return (
    <QueryContent query={result} name="this month" skeleton={skeleton}>
      {(plan) => <Plan plan={plan} extraContent={extraContent} />}
    </QueryContent>
  );
}

/** Target of links: the planned meetings, else the form's first field. */
const MEETING = "meeting";

function Plan({ plan, extraContent }: { plan: MonthPlan; extraContent: ReactNode }) {
  useFocusHashTarget();
  const group = useRef<HTMLDivElement>(null);
  const isPlanned = plan.meetings.length > 0;
  // The submitted form is unmounted, and the focus with it.
  const onPlanned = () => group.current?.focus();
  const isUsualPlanned = plan.meetings.some(({ date }) => date === plan.suggestion?.date);
  const form = (
    <PlanForm
      key={plan.meetings.length}
      bookId={plan.book?.id ?? null}
      suggestion={isUsualPlanned ? null : plan.suggestion}
      onPlanned={onPlanned}
    />
  );
  return (
    <div className="space-y-6">
      <Card title="Book and files" icon={LibraryBig}>
        <MonthLines plan={plan} parts={["book", "cover", "ebook", "audiobook"]} />
      </Card>
      <div ref={group} {...(isPlanned && { id: MEETING })} tabIndex={-1} className="space-y-6">
        {plan.meetings.map((meeting) => (
          <MeetingCard key={meeting.id} id={meeting.id} />
        ))}
        {isPlanned ? (
          <Disclosure title="Plan another meeting">{form}</Disclosure>
        ) : (
          <Card id={MEETING} title="Plan a meeting" icon={CalendarDays}>
            {form}
          </Card>
        )}
      </div>
      <MessageCard plan={plan} />
      {extraContent}
      <PreviewCard month={plan.month} />
    </div>
  );
}

function MessageCard({ plan }: { plan: MonthPlan }) {
  const { timeZone } = useClub();
  const isPast = plan.month < currentMonth(timeZone);
  return (
    <Card title="Message from the team" icon={MessageSquareText}>
      {isPast ? (
        <p className="whitespace-pre-line">{plan.message || "There was none."}</p>
      ) : (
        <MessageForm plan={plan} />
      )}
    </Card>
  );
}
