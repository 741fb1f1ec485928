import { CalendarDays, Clock, type LucideIcon, MapPin, Video } from "lucide-react";
import { type ReactNode, useState } from "react";

import { isMappable, splitJoinLink } from "#contract/meeting-place.ts";
import type { Meeting } from "#contract/meetings.ts";
import { joinWindow } from "#web/lib/format/club-time.ts";
import { formatMeetingDate, formatMeetingEnd, formatMeetingTime, meetingTimeForReader } from "#web/lib/format/dates.ts";
import { useTimeout } from "#web/lib/hooks/use-timeout.ts";
import { buttonClass } from "#web/ui/forms/button.tsx";

type Props = {
  meeting: Pick<Meeting, "date" | "time" | "location">;
  timeZone: string;
  title?: string;
  isMapLinked?: boolean;
  host?: string | undefined;
  dateFallback?: string;
};

/** The meeting's date, time and place, as far as they are set (SPEC 2, 9). */
export function MeetingChips({ meeting, timeZone, title = "", isMapLinked = false, host, dateFallback = "" }: Props) {
  const { date: day, time, location } = meeting;
  const date = day ? formatMeetingDate(day) : dateFallback;
  const { link, place } = splitJoinLink(location);
  return (
    <ul className="flex flex-wrap gap-x-2 max-sm:gap-x-3 sm:gap-y-2">
      {date && (
        <li className="flex w-full flex-wrap items-center gap-x-2">
          {title && <span className="font-title font-semibold max-sm:text-[0.9375rem] sm:text-lg">{title}</span>}
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
      {host && <li className="flex min-w-0 items-center text-sm wrap-anywhere">{host} hosts</li>}
      {place && (
        <li className="min-w-0">
          <Chip icon={MapPin}>
            {isMapLinked && isMappable(place) ? (
              <a
                href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`}
                target="_blank"
                rel="noreferrer"
                // taller than the chip, so that a finger hits it
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
    <span className="inline-flex max-w-full items-center gap-2 py-0.5 text-sm leading-snug font-medium sm:min-h-9 sm:rounded-[1.125rem] sm:border sm:border-line sm:bg-sheet sm:px-3.5 sm:py-1.5 max-sm:[&>svg]:hidden [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-season">
      <Icon />
      <span className="min-w-0 text-balance wrap-anywhere">{children}</span>
    </span>
  );
}

type TimeProps = { date: string; time: string; timeZone: string };

/** The reader's local time, where it differs from the club's (DESIGN 6). */
export function ReadersTime({ date, time, timeZone }: TimeProps) {
  const readersTime = meetingTimeForReader(date, time, timeZone);
  return readersTime ? <p className="text-sm text-ink-soft">Your local time: {readersTime}</p> : null;
}

type JoinProps = { link: string; date: string; time: string; timeZone: string };

/** A button from an hour before a meeting until its end; a link otherwise (BEYOND 10). */
function JoinLink({ link, date, time, timeZone }: JoinProps) {
  const [now, setNow] = useState(() => Date.now());
  const joinTimes = joinWindow({ date, time }, timeZone);
  const isNow = joinTimes !== null && joinTimes.from <= now && now < joinTimes.until;
  const next = [joinTimes?.from, joinTimes?.until].find((moment) => moment !== undefined && moment > now);
  useTimeout(() => setNow(Date.now()), next === undefined ? null : next - now);
  return (
    <a href={link} target="_blank" rel="noreferrer" className={isNow ? buttonClass("primary") : LINK_CLASS}>
      <Video className={isNow ? "size-5 shrink-0" : "size-4 shrink-0 text-season"} />
      Join online
    </a>
  );
}

const LINK_CLASS =
  "inline-flex min-h-touch items-center gap-2 text-sm font-medium underline decoration-1 underline-offset-4 hover:decoration-2";
