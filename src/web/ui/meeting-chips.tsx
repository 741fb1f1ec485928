import { CalendarDays, Clock, MapPin } from "lucide-react";

import type { Meeting } from "#contract/meetings.ts";
import { formatMeetingDate, formatMeetingTime, zoneName } from "#web/lib/dates.ts";

import { Chip } from "./chip.tsx";

type Props = {
  meeting: Pick<Meeting, "date" | "time" | "location">;
  /** The club's. */
  timeZone: string;
};

/** Date, time and place of a meeting, as far as they are set (SPEC 2, 9). */
export function MeetingChips({ meeting, timeZone }: Props) {
  const { date: day, time, location: place } = meeting;
  return (
    <ul className="flex flex-wrap gap-2">
      {day && (
        <li>
          <Chip icon={<CalendarDays aria-hidden="true" />}>{formatMeetingDate(day, time, timeZone)}</Chip>
        </li>
      )}
      {time && (
        <li>
          <Chip icon={<Clock aria-hidden="true" />}>
            {formatMeetingTime(day, time, timeZone)}
            {day && <span className="text-ink-soft"> {zoneName(day, time, timeZone)}</span>}
          </Chip>
        </li>
      )}
      {place && (
        <li className="min-w-0">
          <Chip icon={<MapPin aria-hidden="true" />}>{place}</Chip>
        </li>
      )}
    </ul>
  );
}
