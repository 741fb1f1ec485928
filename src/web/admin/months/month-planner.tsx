import { CalendarDays, LibraryBig, MessageSquareText } from "lucide-react";
import { type ReactNode, useRef } from "react";

import { MESSAGE_MAX_LENGTH } from "#contract/limits.ts";
import type { MonthPlan } from "#contract/months.ts";
import { PreviewCard } from "#web/admin/email/preview-card.tsx";
import { ConflictNotice } from "#web/admin/save-bar.tsx";
import { useClub } from "#web/api/club.ts";
import { withReason } from "#web/api/failure-reason.ts";
import { query } from "#web/api/query.ts";
import { useGet } from "#web/api/use-get.ts";
import { currentMonth } from "#web/lib/format/club-time.ts";
import { formatMonth } from "#web/lib/format/dates.ts";
import { useFocusHashTarget } from "#web/lib/hooks/use-focus-hash-target.ts";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { TextArea } from "#web/ui/forms/text-area.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";
import { Card } from "#web/ui/layout/card.tsx";
import { Disclosure } from "#web/ui/layout/disclosure.tsx";

import { MeetingCard } from "./meeting-card.tsx";
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
  const { timeZone } = useClub();
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
      <Card title="Message from the team" icon={MessageSquareText}>
        {plan.month < currentMonth(timeZone) ? (
          <p className="whitespace-pre-line">{plan.message || "There was none."}</p>
        ) : (
          <MessageForm plan={plan} />
        )}
      </Card>
      {extraContent}
      <PreviewCard month={plan.month} />
    </div>
  );
}

/** Shown in that month and in its email. */
function MessageForm({ plan: { month, message, messageFrom } }: { plan: MonthPlan }) {
  const ownMessage = messageFrom === month ? message : "";
  const save = useCall("PATCH /api/months/:month", {
    done: "Message saved",
    failed: "Failed to save the message.",
    explain: withReason,
    updatesQuery: query("GET /api/months/:month", { params: { month } }),
    onDone: (_, { body }) => form.clearSavedEdits(body),
    onFailed: (error) => void form.applyServerError(error),
  });
  const form = useForm({
    base: { message: ownMessage },
    unsaved: ["message", "the message"],
    onSubmit: ({ message }, { was }) =>
      save.mutate({ params: { month }, body: { message, was: { message: ownMessage, ...was } } }),
  });
  return (
    <form {...form.formProps} className="space-y-4">
      <TextArea
        label={`Message for ${formatMonth(month)}`}
        hint={messageHint(month, messageFrom)}
        limit={MESSAGE_MAX_LENGTH}
        {...form.field("message")}
      />
      <ConflictNotice form={form} labels={{ message: "Message" }} />
      <Button type="submit" disabled={save.isPending}>
        {save.isPending ? "Saving..." : "Save message"}
      </Button>
    </form>
  );
}

function messageHint(month: string, from: string | null): string {
  const whereShown = "Appears on the home page and in the monthly email from the 1st.";
  if (from === null || from === month) return whereShown;
  return `${whereShown} Until then, the home page keeps the message from ${formatMonth(from)}.`;
}
