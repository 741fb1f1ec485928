import { useQuery } from "@tanstack/react-query";
import { CalendarDays } from "lucide-react";
import { useState } from "react";

import { pluralize } from "#contract/counts.ts";
import type { Meeting } from "#contract/meetings.ts";
import { useClub } from "#web/api/club.ts";
import { query } from "#web/api/query.ts";
import { formatMeetingDate, formatMoment } from "#web/lib/format/dates.ts";
import { formatMeetingDay, isAnswerable } from "#web/lib/format/format-meeting.ts";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { DotSeparated } from "#web/ui/layout/facts.tsx";
import { Link } from "#web/ui/layout/link.tsx";
import { MeetingChips, ReadersTime } from "#web/ui/text/meeting-chips.tsx";

import { AskForDate } from "./ask-for-date.tsx";
import { HostSelect } from "./host-select.tsx";
import { MeetingEditor } from "./meeting-editor.tsx";
import { MeetingMenu } from "./meeting-menu.tsx";
import { NeedsEditor } from "./needs-editor.tsx";
import { UnansweredList } from "./unanswered-list.tsx";

export function MeetingCard({ id }: { id: number }) {
  const result = useQuery(query("GET /api/meetings/:id", { params: { id } }));
  const [openedAt] = useState(() => new Date().toISOString());
  const { correctableUntil = null } = result.data ?? {};
  const canChange = correctableUntil === null || correctableUntil > openedAt;
  const title = result.data?.date ? formatMeetingDate(result.data.date) : "Meeting";
  return (
    <Card title={title} icon={CalendarDays} actions={result.data && canChange && <MeetingMenu meeting={result.data} />}>
      <QueryContent query={result} what="the meeting" skeleton={<SkeletonLines lines={6} />}>
        {(meeting) => <MeetingWork meeting={meeting} canChange={canChange} />}
      </QueryContent>
    </Card>
  );
}

function MeetingWork({ meeting, canChange }: { meeting: Meeting; canChange: boolean }) {
  const { timeZone } = useClub();
  const { id, state, answers, bookTitle, date, correctableUntil } = meeting;
  const when = date ? formatMeetingDay(meeting, timeZone) : "No date yet";
  return (
    <div className="space-y-6">
      <DotSeparated>
        {[
          state === "cancelled" ? `Canceled: ${when}` : when,
          bookTitle && `About ${bookTitle}`,
          ...(isAnswerable(meeting) ? answersInWords(answers) : []),
        ].filter((fact) => fact !== null && fact !== "")}
      </DotSeparated>
      {canChange ? (
        <>
          {correctableUntil !== null && state === "over" && <p>{overInWords(correctableUntil)}</p>}
          <MeetingEditor key={meeting.id} meeting={meeting} />
        </>
      ) : (
        <div className="space-y-3">
          <MeetingChips meeting={meeting} timeZone={timeZone} />
          <ReadersTime {...meeting} timeZone={timeZone} />
        </div>
      )}
      {correctableUntil === null && (
        <>
          {state === "planned" && <AskForDate meeting={meeting} />}
          {state === "planned" && meeting.dates.length > 0 && (
            <Link
              to={`/meetings/${id}/host`}
              className="inline-flex min-h-touch items-center text-wine underline underline-offset-4"
            >
              See who can come when, and choose
            </Link>
          )}
          {state === "planned" && <HostSelect meeting={meeting} />}
          <NeedsEditor meeting={meeting} />
          {state === "planned" && isAnswerable(meeting) && <UnansweredList meetingId={meeting.id} />}
        </>
      )}
    </div>
  );
}

function answersInWords({ yes, maybe, no, guests }: Meeting["answers"]): string[] {
  if (yes + maybe + no === 0) return ["Nobody has answered yet"];
  return [`${yes} coming`, `${maybe} maybe`, `${no} can't`, pluralize(guests, "guest")];
}

function overInWords(until: string): string {
  return `This meeting is over. You can correct it until ${formatMoment(until)}. If you set a future date, it's upcoming again and its talk closes.`;
}
