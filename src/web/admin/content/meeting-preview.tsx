import type { Content } from "#contract/months.ts";
import { useClub } from "#web/api/club.ts";
import { readersMeetingTime } from "#web/lib/format/dates.ts";
import { isMeetingOver } from "#web/lib/format/format-meeting.ts";
import { MeetingChips } from "#web/ui/text/meeting-chips.tsx";

type Meeting = Pick<Content, "meetingDate" | "meetingTime" | "meetingLocation">;

/** As Home will show it, while typing. */
export function MeetingPreview({ content }: { content: Meeting }) {
  const { timeZone } = useClub();
  const { meetingDate: day, meetingTime: time, meetingLocation: place } = content;
  const readersTime = day && time ? readersMeetingTime(day, time, timeZone) : undefined;
  return (
    <section aria-label="Preview of the meeting" className="rounded-md bg-sunk p-4">
      <p className="mb-2.5 text-sm font-semibold">Preview</p>
      {day || time || place ? (
        <MeetingChips meeting={{ date: day, time, location: place }} timeZone={timeZone} />
      ) : (
        <p>No date yet</p>
      )}
      <p className="mt-2.5 text-sm text-ink-soft">{hint({ day, time, place, timeZone, readersTime })}</p>
    </section>
  );
}

type HintInput = { day: string; time: string; place: string; timeZone: string; readersTime: string | undefined };

function hint({ day, time, place, timeZone, readersTime }: HintInput): string {
  const zone = `Date and time are in the club's time zone, ${timeZone.replaceAll("_", " ")}.`;
  if (isMeetingOver({ date: day, time }, timeZone)) return `This meeting is in the past. ${zone}`;
  if (day && !(time && place)) return `'Add to Calendar' needs date, time and location. ${zone}`;
  return readersTime ? `${zone} That's ${readersTime} your time.` : zone;
}
