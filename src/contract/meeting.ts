/** What the calendar file made in the browser and the one at `GET /api/calendar/meeting.ics` have in common. */

/** Hours a meeting lasts in calendars (SPEC 9). */
export const MEETING_HOURS = 2;

/** Identity of a month's meeting: importing it again after a change moves the entry instead of adding a second one. */
export const meetingUid = (shortName: string, meetingDate: string): string =>
  `meeting-${meetingDate.slice(0, 7)}@${shortName}`;

/** Title of the entry (SPEC 9). Without a book it is the club's meeting alone. */
export const meetingTitle = (clubName: string, bookTitle: string | undefined): string =>
  bookTitle ? `${clubName} Meeting: ${bookTitle}` : `${clubName} Meeting`;

/** Name of the file (SPEC 9). */
export const meetingFileName = (shortName: string): string => `${shortName}_meeting.ics`;
