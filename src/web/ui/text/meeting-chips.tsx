import { CalendarDays, Clock, type LucideIcon, MapPin, Video } from "lucide-react";
import type { ReactNode } from "react";

import { isMappable, splitJoinLink } from "#contract/meeting-place.ts";
import type { Meeting } from "#contract/meetings.ts";
import { formatMeetingDate, formatMeetingEnd, formatMeetingTime } from "#web/lib/format/dates.ts";

import { JoinLink } from "./join-link.tsx";

type Props = {
  meeting: Pick<Meeting, "date" | "time" | "location">;
  timeZone: string;
  isMapLinked?: boolean;
  /** Said in place of a date that isn't set. */
  withoutDate?: string;
};

/** What is set of date, time and place (SPEC 2, 9). */
export function MeetingChips({ meeting, timeZone, isMapLinked = false, withoutDate = "" }: Props) {
  const { date: day, time, location } = meeting;
  const date = day ? formatMeetingDate(day) : withoutDate;
  const { link, place } = splitJoinLink(location);
  return (
    <ul className="flex flex-wrap gap-2">
      {date && (
        <li>
          <Chip icon={CalendarDays}>{date}</Chip>
        </li>
      )}
      {time && (
        <li>
          <Chip icon={Clock}>
            {formatMeetingTime(day, time, timeZone)}
            <span className="text-ink-soft"> to {formatMeetingEnd(day, time, timeZone)}</span>
          </Chip>
        </li>
      )}
      {place && (
        <li className="min-w-0">
          <Chip icon={MapPin}>
            {isMapLinked && isMappable(place) ? (
              <a
                href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`}
                target="_blank"
                rel="noreferrer"
                // a finger's height, beyond the chip's own
                className="relative underline decoration-1 underline-offset-4 after:absolute after:-inset-x-2 after:-inset-y-3.5 hover:decoration-2"
              >
                {place}
              </a>
            ) : (
              place
            )}
          </Chip>
        </li>
      )}
      {link && (
        <li className="flex items-center">
          {isMapLinked ? (
            <JoinLink link={link} date={day} time={time} timeZone={timeZone} />
          ) : (
            <Chip icon={Video}>Online</Chip>
          )}
        </li>
      )}
    </ul>
  );
}

function Chip({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <span className="inline-flex max-w-full min-h-9 items-center gap-2 rounded-[1.125rem] border border-line bg-sheet px-3.5 py-1.5 max-sm:px-2.5 text-sm leading-snug font-medium [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-season">
      <Icon />
      <span className="min-w-0 text-balance wrap-anywhere">{children}</span>
    </span>
  );
}
