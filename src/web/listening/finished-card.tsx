import { useEffect, useRef } from "react";

import type { Meeting } from "#contract/meetings.ts";
import { useClub } from "#web/api/club.ts";
import { useGet } from "#web/api/use-get.ts";
import { formatMeetingTime, formatWeekday, meetingTimeForReader } from "#web/lib/format/dates.ts";
import { MouseImage } from "#web/ui/images/mouse-image.tsx";
import { Link } from "#web/ui/layout/link.tsx";

type Props = {
  bookId: number;
  title: string;
  /** True when it appears while listening. On phones it's below the screen's edge. */
  isNew: boolean;
};

export function FinishedCard({ bookId, title, isNew }: Props) {
  const { timeZone } = useClub();
  const { data: meeting, isPending } = useGet("GET /api/meetings/current");
  const card = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    if (isNew && !isPending) card.current?.scrollIntoView({ block: "nearest" });
  }, [isNew, isPending]);
  const isMeetingPlanned = meeting?.state === "planned" && (meeting.bookId === null || meeting.bookId === bookId);
  const day = isMeetingPlanned && meeting.date ? formatWeekday(meeting.date) : "";
  const time = meeting?.time ? `, at ${formatTimeForReader(meeting, timeZone)}` : "";
  return (
    <output ref={card} className="flex items-center gap-3 rounded-md bg-season-tint p-4 sm:gap-4">
      <MouseImage pose="sharing" className="size-16 sm:size-28" />
      <span className="min-w-0">
        <strong className="block font-title text-xl">Cheers, you finished it!</strong>
        <span className="block">
          {day ? `We meet to talk about ${title}: ${day}${time}.` : `Tell the others how you liked ${title}.`}
        </span>
        <Link to="/" className="inline-flex min-h-touch items-center font-semibold text-season underline">
          {day ? "See the meeting" : "Go to Home"}
        </Link>
      </span>
    </output>
  );
}

function formatTimeForReader({ date, time }: Meeting, timeZone: string): string {
  const readersTime = meetingTimeForReader(date, time, timeZone);
  return formatMeetingTime(date, time, timeZone) + (readersTime ? ` (${readersTime} your time)` : "");
}
