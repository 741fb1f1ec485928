import { MEETING_HOURS, meetingEntry } from "#contract/meeting.ts";
import { zonedInstant } from "#contract/zoned-time.ts";
import { currentBook } from "#server/books/current-book.ts";
import { clubFacts } from "#server/club/club.ts";
import { publicAddress } from "#server/club/public-address.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/http/errors.ts";

/** A calendar file: its name, and its text by RFC 5545. */
export type CalendarFile = { fileName: string; text: string };

/**
 * This month's meeting as a calendar file, in UTC (SPEC 9), for phones that refuse a file made in the page.
 * @throws AppError 'not-found' until date, time and place are all set
 */
export async function meetingCalendar(deps: Deps): Promise<CalendarFile> {
  const entry = meetingEntry(clubFacts(deps), deps.stores.content.find(), currentBook(deps)?.title ?? null);
  if (!entry) throw new AppError("not-found", "The next meeting has no date, time and place yet.");
  const { createEvent } = await import("ics");
  const { error, value } = createEvent({
    uid: entry.uid,
    title: entry.title,
    description: entry.description,
    location: entry.location,
    organizer: { name: entry.organizerName, email: organizerEmail(deps) },
    // milliseconds, because `ics` would read date parts in this machine's own zone
    start: zonedInstant(entry.localStart, deps.config.clubTimeZone).getTime(),
    startInputType: "utc",
    startOutputType: "utc",
    duration: { hours: MEETING_HOURS },
    status: "CONFIRMED",
    busyStatus: "BUSY",
    productId: "bookclub",
  });
  if (!value) throw new Error("The calendar file could not be made", { cause: error });
  return { fileName: entry.fileName, text: value };
}

/** As the page writes it into the file that it makes itself, so that both are one event with one organizer. */
function organizerEmail({ config }: Deps): string {
  return `bookclub@${new URL(publicAddress(config)).hostname}`;
}
