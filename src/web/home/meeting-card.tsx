import { CalendarDays, CalendarPlus } from "lucide-react";
import { useState } from "react";

import { callUrl } from "#contract/call-url.ts";
import { isMeetingSet } from "#contract/meeting.ts";
import type { Meeting } from "#contract/meetings.ts";
import { useClub } from "#web/api/club.ts";
import { useGet } from "#web/api/use-get.ts";
import { currentMonth } from "#web/lib/format/club-time.ts";
import { formatMeetingDay } from "#web/lib/format/format-meeting.ts";
import { meetingNames } from "#web/lib/format/member-names.ts";
import { formatMeetingShare } from "#web/lib/format/share-text.ts";
import { useIsAdmin } from "#web/state/session.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { MouseImage } from "#web/ui/images/mouse-image.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Link } from "#web/ui/layout/link.tsx";
import { MeetingChips, ReadersTime } from "#web/ui/text/meeting-chips.tsx";
import { ShareButton } from "#web/ui/text/share-button.tsx";

import { AfterMeeting } from "./after-meeting.tsx";
import { AnswerForm } from "./answer-form.tsx";
import { Attendance } from "./attendance.tsx";
import { addToCalendar } from "./calendar-event.ts";
import { DateQuestion } from "./date-question.tsx";
import { Hosting } from "./hosting.tsx";
import { MeetingQuestions } from "./meeting-questions.tsx";

export function MeetingCard() {
  const result = useGet("GET /api/meetings/current");
  return (
    <Card title="This Month's Meeting" icon={CalendarDays} className="flex flex-col bg-season-tint!">
      <QueryContent query={result} name="the meeting" lines={9}>
        {(meeting) => <MeetingDetails meeting={meeting} />}
      </QueryContent>
    </Card>
  );
}

function MeetingDetails({ meeting }: { meeting: Meeting | null }) {
  const isAdmin = useIsAdmin();
  const { timeZone } = useClub();
  const { date: day, time, location } = meeting ?? { date: "", time: "", location: "" };
  if (!meeting || (!day && !time && !location && meeting.dates.length === 0)) {
    return (
      <EmptyState icon={CalendarDays}>
        The next meeting has no date yet.{" "}
        {isAdmin ? (
          <Link to={`/admin/months/${currentMonth(timeZone)}#meeting`}>Plan it</Link>
        ) : (
          "Check back soon: it'll appear here first."
        )}
      </EmptyState>
    );
  }
  const isPlanned = meeting.state === "planned";
  const isPolling = isPlanned && meeting.dates.length > 0;
  return (
    <div className="flex flex-1 flex-col gap-1.5 sm:gap-4">
      <MeetingFacts meeting={meeting} />
      {isPolling ? (
        <DateQuestion key={meeting.id} meeting={meeting} />
      ) : (
        // Members answer only once there's a date.
        isPlanned && <AnswerForm meeting={meeting} />
      )}
      {meeting.state !== "cancelled" && !isPolling && <Attendance meeting={meeting} />}
      <Hosting meeting={meeting} />
      {meeting.state === "over" && meeting.bookId !== null && <AfterMeeting bookId={meeting.bookId} />}
      {isPlanned && meeting.bookId !== null && <MeetingQuestions bookId={meeting.bookId} />}
      <div className="mt-auto flex items-end justify-between gap-4">
        {isPlanned && <CalendarButtons meeting={meeting} />}
        <MouseImage pose="sharing" className="ml-auto hidden size-24 shrink-0 sm:block print:hidden" />
      </div>
    </div>
  );
}

function MeetingFacts({ meeting }: { meeting: Meeting }) {
  const { timeZone } = useClub();
  const { data: book } = useGet("GET /api/books/current");
  const { date, time, state, host, isHost, bookId, bookTitle } = meeting;
  // Hosts see their own line.
  const showsHost = host && state === "planned" && !isHost;
  return (
    <div className="space-y-1 sm:space-y-3">
      {state === "cancelled" && <Notice className="bg-sheet!" title="This meeting is canceled" />}
      <MeetingChips
        meeting={meeting}
        title={formatMeetingDay(meeting, timeZone)}
        timeZone={timeZone}
        isMapLinked
        host={showsHost ? meetingNames(meeting)(host) : undefined}
        dateFallback={state === "planned" ? formatMissingDate(meeting) : ""}
      />
      <ReadersTime date={date} time={time} timeZone={timeZone} />
      {bookTitle && book && bookId !== book.id && <p className="text-sm">About {bookTitle}</p>}
    </div>
  );
}

const formatMissingDate = ({ dates }: Meeting) => (dates.length > 0 ? "We're choosing a date" : "No date yet");

function CalendarButtons({ meeting }: { meeting: Meeting }) {
  const club = useClub();
  const isSet = isMeetingSet(meeting);
  const [isAdded, setAdded] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 print:hidden">
      <Button
        icon={CalendarPlus}
        disabled={!isSet}
        onClick={() => {
          setAdded(true);
          void addToCalendar(club, meeting, location.hostname);
        }}
      >
        Add to Calendar
      </Button>
      {meeting.date && <ShareButton name="the meeting" text={formatMeetingShare(club, meeting)} />}
      {isSet && isAdded && (
        <a
          href={callUrl("GET /api/calendar/meeting.ics")}
          className="hidden min-h-touch items-center text-sm text-ink-soft underline underline-offset-4 hover:text-ink pointer-coarse:inline-flex"
        >
          Trouble adding it? Open the calendar file.
        </a>
      )}
    </div>
  );
}
