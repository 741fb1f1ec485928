import { useQuery } from "@tanstack/react-query";
import { CalendarDays, CalendarPlus } from "lucide-react";

import { isMeetingSet } from "#contract/meeting.ts";
import type { Meeting } from "#contract/meetings.ts";
import { useClub } from "#web/api/club.ts";
import { currentMeetingQuery } from "#web/api/meetings.ts";
import { readersMeetingTime } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { MeetingChips } from "#web/ui/meeting-chips.tsx";
import { MousePicture } from "#web/ui/mouse-picture.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

import { addToCalendar } from "./calendar-event.ts";

/** 'This Month's Meeting': date, time and place, and Add to Calendar (SPEC 2). */
export function MeetingCard() {
  const { data: meeting, error, refetch } = useQuery(currentMeetingQuery);
  return (
    <Card
      title="This Month's Meeting"
      icon={<CalendarDays aria-hidden="true" className="size-5 text-season" />}
      className="flex flex-col bg-season-tint!"
    >
      {meeting !== undefined ? (
        <MeetingDetails meeting={meeting} />
      ) : error ? (
        <LoadError what="the meeting" error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="space-y-4">
          <Skeleton shape="pill" className="h-9 w-56" />
          <Skeleton shape="pill" className="h-9 w-40" />
          <Skeleton shape="control" className="h-11 w-48" />
        </div>
      )}
    </Card>
  );
}

function MeetingDetails({ meeting }: { meeting: Meeting | null }) {
  const club = useClub();
  const { date: day, time, location: place } = meeting ?? { date: "", time: "", location: "" };
  if (!meeting || (!day && !time && !place)) {
    return (
      <EmptyState icon={<CalendarDays aria-hidden="true" />}>
        The next meeting has no date yet. Check back soon: it'll appear here first.
      </EmptyState>
    );
  }
  const isSet = isMeetingSet(meeting);
  const readersTime = day && time ? readersMeetingTime(day, time, club.timeZone) : undefined;
  return (
    <div className="grid flex-1 grid-rows-[auto_1fr] gap-x-4 gap-y-4 sm:grid-cols-[1fr_auto]">
      <div className="space-y-3 lg:col-span-2">
        <MeetingChips meeting={meeting} timeZone={club.timeZone} />
        {readersTime && <p className="text-sm text-ink-soft">Your local time: {readersTime}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 self-end print:hidden">
        <Button
          look="season"
          icon={<CalendarPlus aria-hidden="true" className="size-5" />}
          disabled={!isSet}
          onClick={() => void addToCalendar(club, meeting, location.hostname)}
        >
          Add to Calendar
        </Button>
        {isSet && (
          <a
            href="/api/calendar/meeting.ics"
            className="hidden min-h-touch items-center text-sm text-ink-soft underline underline-offset-4 hover:text-ink pointer-coarse:inline-flex"
          >
            Or open it on your phone
          </a>
        )}
      </div>
      <MousePicture
        doing="sharing"
        className="hidden size-28 self-end sm:max-lg:row-span-2 sm:max-lg:row-start-1 sm:max-lg:[grid-column:2] sm:block print:hidden"
      />
    </div>
  );
}
