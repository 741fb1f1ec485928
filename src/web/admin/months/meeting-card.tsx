import { CalendarDays, Copy } from "lucide-react";
import { useState } from "react";

import { pluralize } from "#contract/counts.ts";
import type { Meeting } from "#contract/meetings.ts";
import { call } from "#web/api/call.ts";
import { useClub } from "#web/api/club.ts";
import { withReason } from "#web/api/failure-reason.ts";
import { useGet } from "#web/api/use-get.ts";
import { formatMeetingDate, formatMoment } from "#web/lib/format/dates.ts";
import { formatAttendance, formatMeetingDay, isAnswerable } from "#web/lib/format/format-meeting.ts";
import { memberNames } from "#web/lib/format/member-names.ts";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { ButtonLink } from "#web/ui/layout/button-link.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Fold } from "#web/ui/layout/disclosure.tsx";
import { DotSeparatedList } from "#web/ui/layout/dot-separated-list.tsx";
import { copyText } from "#web/ui/text/copy-text.ts";
import { MeetingChips, ReadersTime } from "#web/ui/text/meeting-chips.tsx";

import { AskForDate } from "./ask-for-date.tsx";
import { MeetingEditor } from "./meeting-editor.tsx";
import { MeetingMenu } from "./meeting-menu.tsx";
import { NeedsEditor } from "./needs-editor.tsx";

export function MeetingCard({ id }: { id: number }) {
  const result = useGet("GET /api/meetings/:id", { params: { id } });
  const [openedAt] = useState(() => new Date().toISOString());
  const { correctableUntil = null } = result.data ?? {};
  const canChange = correctableUntil === null || correctableUntil > openedAt;
  const title = result.data?.date ? formatMeetingDate(result.data.date) : "Meeting";
  return (
    <Card title={title} icon={CalendarDays} actions={result.data && canChange && <MeetingMenu meeting={result.data} />}>
      <QueryContent query={result} name="the meeting" lines={6}>
        {(meeting) => <MeetingManagement meeting={meeting} canChange={canChange} />}
      </QueryContent>
    </Card>
  );
}

function MeetingManagement({ meeting, canChange }: { meeting: Meeting; canChange: boolean }) {
  const { timeZone } = useClub();
  const { id, state, bookTitle, date, correctableUntil } = meeting;
  const dateText = date ? formatMeetingDay(meeting, timeZone) : "No date yet";
  return (
    <div className="space-y-6">
      <DotSeparatedList>
        {state === "cancelled" ? `Canceled: ${dateText}` : dateText}
        {bookTitle && `About ${bookTitle}`}
        {isAnswerable(meeting) && formatAnswers(meeting)}
      </DotSeparatedList>
      {canChange ? (
        <>
          {correctableUntil !== null && state === "over" && <p>{formatCorrectionDeadline(correctableUntil)}</p>}
          <MeetingEditor key={meeting.id} meeting={meeting} />
        </>
      ) : (
        <div className="space-y-3">
          <MeetingChips meeting={{ ...meeting, date: "" }} timeZone={timeZone} />
          <ReadersTime {...meeting} timeZone={timeZone} />
        </div>
      )}
      {correctableUntil === null && (
        <>
          {state === "planned" && (
            <div>
              {meeting.dates.length > 0 && (
                <ButtonLink to={`/meetings/${id}/host`} variant="plain" className="mb-2">
                  See who can come when, and choose
                </ButtonLink>
              )}
              <AskForDate meeting={meeting} />
            </div>
          )}
          {state === "planned" && <HostSelect meeting={meeting} />}
          <NeedsEditor meeting={meeting} />
          {state === "planned" && isAnswerable(meeting) && <UnansweredList meetingId={meeting.id} />}
        </>
      )}
    </div>
  );
}

function formatAnswers(meeting: Meeting): string[] {
  const { yes, maybe, no } = meeting.answers;
  return yes + maybe + no === 0 ? ["Nobody has answered yet"] : formatAttendance(meeting);
}

function formatCorrectionDeadline(deadline: string): string {
  return `This meeting is over. You can correct it until ${formatMoment(deadline)}. If you set a future date, it's upcoming again and its talk closes.`;
}

/** Admins set the host. */
function HostSelect({ meeting: { id, host } }: { meeting: Meeting }) {
  const { data: users = [] } = useGet("GET /api/users");
  const otherUsers = users.filter((user) => user.id !== host?.id);
  const nameOf = memberNames([...users, ...(host ? [host] : [])]);
  const name = useMutationWithToast({
    mutationFn: (username: string) =>
      username === NO_HOST
        ? call("DELETE /api/meetings/:id/host", { params: { id } })
        : call("PUT /api/meetings/:id/host", { params: { id }, body: { username } }),
    failed: "The host wasn't saved.",
    explain: withReason,
  });
  return (
    <Select
      label="Host"
      className="max-w-sm"
      value={host ? CURRENT_HOST : NO_HOST}
      disabled={name.isPending}
      onText={(username) => username !== CURRENT_HOST && name.mutate(username)}
      options={[
        [NO_HOST, "Nobody yet"],
        ...(host ? [[CURRENT_HOST, nameOf(host)] as const] : []),
        ...otherUsers.map((user) => [user.username, nameOf(user)] as const),
      ]}
    />
  );
}

/** Not valid usernames, which have at least three characters. */
const NO_HOST = "";
const CURRENT_HOST = "-";

function UnansweredList({ meetingId }: { meetingId: number }) {
  const result = useGet("GET /api/meetings/:id/unanswered", { params: { id: meetingId } });
  const copyAddresses = () => copyText((result.data ?? []).map(({ email }) => email).join(", "), "Addresses copied");
  return (
    <QueryContent query={result} name="who hasn't answered" skeleton={<Skeleton className="h-11 w-full" />}>
      {(members) =>
        members.length === 0 ? (
          <p className="text-ink-soft">Everyone has answered.</p>
        ) : (
          <Fold
            title={`${pluralize(members.length, "member")} ${members.length === 1 ? "hasn't" : "haven't"} answered`}
          >
            <ul className="mb-3 text-sm">
              {members.map(({ displayName, email }) => (
                <li key={email} className="wrap-anywhere">
                  {displayName} <span className="text-ink-soft">{email}</span>
                </li>
              ))}
            </ul>
            <Button icon={Copy} onClick={() => void copyAddresses()}>
              Copy addresses
            </Button>
          </Fold>
        )
      }
    </QueryContent>
  );
}
