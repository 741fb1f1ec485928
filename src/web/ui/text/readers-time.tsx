import { readersMeetingTime } from "#web/lib/format/dates.ts";

type Props = { date: string; time: string; timeZone: string };

/** The reader's local time, where it differs from the club's (DESIGN 6). */
export function ReadersTime({ date, time, timeZone }: Props) {
  const shown = readersMeetingTime(date, time, timeZone);
  return shown ? <p className="text-sm text-ink-soft">Your local time: {shown}</p> : null;
}
