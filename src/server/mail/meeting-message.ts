import { isolateText } from "#contract/isolate-text.ts";
import type { MeetingRow } from "#db/meetings.ts";
import { ANY_MEMBER } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { createMeetingFile } from "#server/meetings/calendar.ts";
import { formatMeeting } from "#server/meetings/meeting-times.ts";
import { listUnclaimedNeeds } from "#server/meetings/needs.ts";
import { isBookShown } from "#server/meetings/serialize-meeting.ts";

import { createMailFrame } from "./layout.ts";
import { createAnswerLinks, createMeetingFooter, formatMeetingText, renderMeetingPanel } from "./meeting-panel.ts";
import { buttonBlock, composeMessage, type Message, type Recipient, toCalendarAttachment } from "./message.ts";

// a calendar treats the attached file (METHOD:PUBLISH) as a new entry, as an update, or ignores it
const FILE_ADDS_NOTE = "The attached file adds the meeting to your calendar, or updates it there.";
const FILE_CHANGES_NOTE =
  "The attached file updates the meeting in most calendars. If the old entry stays in yours, delete it.";
const DELETE_ENTRY_NOTE = "If the meeting is in your calendar, delete it there.";
const FILE_CANCELS_NOTE = `${DELETE_ENTRY_NOTE} The attached file does that in some calendars.`;

/** Two days before a meeting (BEYOND 3). */
export async function createReminderMessage(deps: Deps, reader: Recipient, meeting: MeetingRow): Promise<Message> {
  const texts = formatMeeting(deps, meeting);
  const needs = listUnclaimedNeeds(deps, meeting.id).map(({ what, left }) =>
    left > 1 ? `${left} × ${isolateText(what)}` : isolateText(what),
  );
  return createMeetingMessage(deps, reader, meeting, {
    subject: `We meet on ${texts.day}`,
    title: "Our next meeting",
    opening: `We meet in a few days.${formatBookSentence(deps, meeting)}`,
    closing: needs.length > 0 ? `Still needed: ${needs.join(", ")}. Let us know on the board what you'll bring.` : "",
    fileNote: FILE_ADDS_NOTE,
    canAnswer: true,
  });
}

export async function createMeetingChangedMessage(
  deps: Deps,
  reader: Recipient,
  meeting: MeetingRow,
): Promise<Message> {
  const texts = formatMeeting(deps, meeting);
  const dateText = texts.day && ` on ${texts.day}`;
  if (meeting.cancelledAt !== null)
    return createMeetingMessage(deps, reader, meeting, {
      subject: `Canceled: our meeting${dateText}`,
      title: "Our meeting is canceled",
      opening: "We won't meet after all. We'll let you know when there's a new date.",
      fileNote: FILE_CANCELS_NOTE,
      noFileNote: DELETE_ENTRY_NOTE,
      canAnswer: false,
    });
  const opening = texts.day
    ? `Here are the new details.${formatBookSentence(deps, meeting)}`
    : "It doesn't have a date anymore. We'll let you know when it does.";
  return createMeetingMessage(deps, reader, meeting, {
    subject: `Changed: our meeting${dateText}`,
    title: "Our meeting has changed",
    opening,
    fileNote: FILE_CHANGES_NOTE,
    noFileNote: texts.day ? "If the meeting is in your calendar, correct it there." : DELETE_ENTRY_NOTE,
    canAnswer: true,
  });
}

type MeetingMessageText = {
  subject: string;
  title: string;
  opening: string;
  closing?: string;
  /** Notes about the reader's calendar, with and without an attached file. */
  fileNote: string;
  noFileNote?: string;
  canAnswer: boolean;
};

async function createMeetingMessage(
  deps: Deps,
  reader: Recipient,
  meeting: MeetingRow,
  content: MeetingMessageText,
): Promise<Message> {
  const frame = await createMailFrame(deps);
  const { clubName, address, season } = frame;
  const calendar = await createMeetingFile(deps, meeting);
  const texts = formatMeeting(deps, meeting);
  const heading = meeting.cancelledAt === null ? "When and where" : "Canceled";
  const links = content.canAnswer ? createAnswerLinks(reader, meeting.id) : null;
  const calendarNote = calendar ? content.fileNote : (content.noFileNote ?? "");
  const timeAndPlace = [texts.time, texts.place].filter((part) => part !== "").join(", ");
  return composeMessage(frame, {
    subject: `${clubName}: ${content.subject}`,
    preheader: content.canAnswer ? `${content.opening} ${timeAndPlace}`.trim() : content.opening,
    title: content.title,
    body: [
      `Dear ${reader.displayName},`,
      content.opening,
      {
        html: renderMeetingPanel(season, heading, texts, links, calendarNote),
        text: formatMeetingText(heading, texts, links),
      },
      content.closing ?? "",
      { text: calendarNote },
      buttonBlock(frame, address, "Open the club"),
    ],
    ...createMeetingFooter(frame, reader),
    attachment: calendar && toCalendarAttachment(calendar),
  });
}

function formatBookSentence(deps: Deps, meeting: MeetingRow): string {
  return meeting.bookTitle !== null && isBookShown(deps, ANY_MEMBER, meeting)
    ? ` We'll talk about ${meeting.bookTitle}.`
    : "";
}
