import { CalendarDays, CalendarPlus } from "lucide-react";
import { useState } from "react";

import { addressOf } from "#contract/address-of.ts";
import { isMeetingSet } from "#contract/meeting.ts";
import type { Meeting } from "#contract/meetings.ts";
import { useClub } from "#web/api/club.ts";
import { query } from "#web/api/query.ts";
import { useGet } from "#web/api/use-get.ts";
import { currentMonth, formatAttendance, formatMeetingDay } from "#web/lib/format/format-meeting.ts";
import { meetingNames } from "#web/lib/format/member-names.ts";
import { meetingShareText } from "#web/lib/format/share-text.ts";
import { useIsAdmin } from "#web/state/session.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { MousePicture } from "#web/ui/images/mouse-picture.tsx";
import { AvatarStack } from "#web/ui/images/people.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { DotSeparatedList } from "#web/ui/layout/dot-separated-list.tsx";
import { Link } from "#web/ui/layout/link.tsx";
import { MeetingChips, ReadersTime } from "#web/ui/text/meeting-chips.tsx";
import { NameList } from "#web/ui/text/name-list.tsx";
import { ShareButton } from "#web/ui/text/share-button.tsx";

import { AfterMeeting } from "./after-meeting.tsx";
import { AnswerForm } from "./answer-form.tsx";
import { addToCalendar } from "./calendar-event.ts";
import { DateQuestion } from "./date-question.tsx";
import { EveningQuestions } from "./evening-questions.tsx";

export function MeetingCard() {
  const result = useGet("GET /api/meetings/current");
  return (
    <Card title="This Month's Meeting" icon={CalendarDays} className="flex flex-col bg-season-tint!">
      <QueryContent query={result} name="the meeting" skeleton={<SkeletonLines lines={9} />}>
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
          <Link
            to={`/admin/months/${currentMonth(timeZone)}#meeting`}
            className="text-wine underline underline-offset-4"
          >
            Plan it
          </Link>
        ) : (
          "Check back soon: it'll appear here first."
        )}
      </EmptyState>
    );
  }
  const isAhead = meeting.state === "planned";
  const isPolling = isAhead && meeting.dates.length > 0;
  return (
    <div className="flex flex-1 flex-col gap-1.5 sm:gap-4">
      <MeetingFacts meeting={meeting} />
      {isPolling ? (
        <DateQuestion key={meeting.id} meeting={meeting} />
      ) : (
        // Members answer only once there's a date.
        isAhead && <AnswerForm meeting={meeting} />
      )}
      {meeting.state !== "cancelled" && !isPolling && <Attendance meeting={meeting} />}
      <Hosting meeting={meeting} />
      {meeting.state === "over" && meeting.bookId !== null && <AfterMeeting bookId={meeting.bookId} />}
      {isAhead && meeting.bookId !== null && <EveningQuestions bookId={meeting.bookId} />}
      <div className="mt-auto flex items-end justify-between gap-4">
        {isAhead && <CalendarButtons meeting={meeting} />}
        <MousePicture pose="sharing" className="ml-auto hidden size-24 shrink-0 sm:block print:hidden" />
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
        dateFallback={state === "planned" ? undatedText(meeting) : ""}
      />
      <ReadersTime date={date} time={time} timeZone={timeZone} />
      {bookTitle && book && bookId !== book.id && <p className="text-sm">About {bookTitle}</p>}
    </div>
  );
}

const undatedText = ({ dates }: Meeting) => (dates.length > 0 ? "We're choosing a date" : "No date yet");

function CalendarButtons({ meeting }: { meeting: Meeting }) {
  const club = useClub();
  const isSet = isMeetingSet(meeting);
  const [isAdded, setAdded] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 print:hidden">
      <Button
        variant="quiet"
        icon={CalendarPlus}
        disabled={!isSet}
        onClick={() => {
          setAdded(true);
          void addToCalendar(club, meeting, location.hostname);
        }}
      >
        Add to Calendar
      </Button>
      {meeting.date && <ShareButton name="the meeting" text={meetingShareText(club, meeting, location.origin)} />}
      {isSet && isAdded && (
        <a
          href={addressOf("GET /api/calendar/meeting.ics")}
          className="hidden min-h-touch items-center text-sm text-ink-soft underline underline-offset-4 hover:text-ink pointer-coarse:inline-flex"
        >
          Trouble adding it? Open the calendar file.
        </a>
      )}
    </div>
  );
}

/** A button to host if there's no host, and a link to the host's page, where the date is chosen, too (BEYOND 10). */
function Hosting({ meeting }: { meeting: Meeting }) {
  const { id, state, host, isHost, dates, datesAnswered } = meeting;
  const isAdmin = useIsAdmin();
  if (state !== "planned") return null;
  const isPolling = dates.length > 0;
  return (
    <>
      {(isHost || (isAdmin && isPolling)) && (
        <Link
          to={`/meetings/${id}/host`}
          className="inline-flex min-h-touch items-center font-semibold underline underline-offset-4 print:hidden"
        >
          {isPolling ? `Choose the date: ${datesAnswered} answered` : "You're hosting: place, what you need, questions"}
        </Link>
      )}
      {!host && <HostName id={id} />}
    </>
  );
}

function HostName({ id }: { id: number }) {
  const becomeHost = useCall("PUT /api/meetings/:id/host", {
    done: "You're hosting. Thank you!",
    failed: "That wasn't saved. Please try again.",
    updatesQuery: query("GET /api/meetings/current"),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 print:hidden">
      <Link to="/hosts" className="inline-flex min-h-touch items-center font-semibold underline underline-offset-4">
        Who hosts next?
      </Link>
      <Button
        variant="quiet"
        disabled={becomeHost.isPending}
        onClick={() => becomeHost.mutate({ params: { id }, body: {} })}
      >
        I'll host
      </Button>
    </div>
  );
}

/** Fits a row on a small phone. */
const FACES_MAX = 6;
const HEADINGS = { yes: "Coming", maybe: "Maybe", no: "Can't come" };
const HEADINGS_AFTER = { yes: "Came", maybe: "Maybe", no: "Couldn't come" };

/** Photos and counts, and all names on request. */
function Attendance({ meeting }: { meeting: Meeting }) {
  const { people, state } = meeting;
  const nameOf = meetingNames(meeting);
  if (people.length === 0) return null;
  const headings = state === "over" ? HEADINGS_AFTER : HEADINGS;
  const attending = people.filter(({ answer }) => answer === "yes");
  return (
    <details className="group">
      <summary className="flex min-h-touch list-none flex-wrap items-center gap-x-3 gap-y-1 rounded-md [&::-webkit-details-marker]:hidden">
        {attending.length > 0 && (
          <AvatarStack
            people={attending.slice(0, FACES_MAX).map(({ user }) => user)}
            className="size-8 border-season-tint"
          />
        )}
        <DotSeparatedList className="text-sm underline decoration-line-strong underline-offset-4 group-hover:decoration-current">
          {formatAttendance(meeting)}
        </DotSeparatedList>
      </summary>
      <dl className="mt-2 space-y-1 text-sm">
        {(["yes", "maybe", "no"] as const).map((answer) => {
          const respondents = people.filter((person) => person.answer === answer);
          if (respondents.length === 0) return null;
          return (
            <div key={answer} className="flex gap-x-3">
              <dt className="w-22 shrink-0 font-semibold">{headings[answer]}</dt>
              <dd className="min-w-0 wrap-anywhere">
                <NameList
                  names={respondents.map(({ user, guests }) => ({
                    name: nameOf(user),
                    ...(guests > 0 && { suffix: ` +${guests}` }),
                  }))}
                />
              </dd>
            </div>
          );
        })}
      </dl>
    </details>
  );
}
