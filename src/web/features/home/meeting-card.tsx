import { useQuery } from "@tanstack/react-query";
import { CalendarDays, CalendarPlus } from "lucide-react";

import type { Content } from "#contract/content.ts";
import { currentBookQuery } from "#web/api/books.ts";
import { useClub } from "#web/api/club.ts";
import { contentQuery } from "#web/api/content.ts";
import { readersMeetingTime } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { MeetingChips } from "#web/ui/meeting-chips.tsx";
import { MousePicture } from "#web/ui/mouse-picture.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

import { addToCalendar, isMeetingSet } from "./calendar-event.ts";

/** 'This Month's Meeting': date, time and place, and Add to Calendar (SPEC 2). */
export function MeetingCard() {
  const { data, error, refetch } = useQuery(contentQuery);
  return (
    <Card
      title="This Month's Meeting"
      icon={<CalendarDays aria-hidden="true" className="size-5 text-season" />}
      className="flex flex-col bg-season-tint!"
    >
      {data ? (
        <Meeting content={data} />
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

function Meeting({ content }: { content: Content }) {
  const club = useClub();
  const { data: book = null } = useQuery(currentBookQuery);
  const { meetingDate: day, meetingTime: time, meetingLocation: place } = content;
  if (!day && !time && !place) {
    return (
      <EmptyState icon={<CalendarDays aria-hidden="true" />}>
        The next meeting has no date yet. Look in again soon: it will stand here first.
      </EmptyState>
    );
  }
  const readersTime = day && time ? readersMeetingTime(day, time, club.timeZone) : undefined;
  return (
    <div className="grid flex-1 grid-rows-[auto_1fr] gap-x-4 gap-y-4 sm:grid-cols-[1fr_auto]">
      <div className="space-y-3 lg:col-span-2">
        <MeetingChips meeting={content} timeZone={club.timeZone} />
        {readersTime && <p className="text-sm text-ink-soft">Your local time: {readersTime}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 self-end print:hidden">
        <Button
          look="season"
          icon={<CalendarPlus aria-hidden="true" className="size-5" />}
          disabled={!isMeetingSet(content)}
          onClick={() => void addToCalendar({ club, content, book, host: location.hostname })}
        >
          Add to Calendar
        </Button>
        {isMeetingSet(content) && (
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
