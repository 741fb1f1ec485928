import type { Season } from "#contract/season.ts";
import type { MeetingRow } from "#db/meetings.ts";
import { ANY_MEMBER } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { type Html, html } from "#server/http/html.ts";
import { calendarOf } from "#server/meetings/calendar.ts";
import { type MeetingTexts, meetingTexts } from "#server/meetings/meeting-times.ts";
import { listUnclaimedNeeds } from "#server/meetings/needs.ts";
import { isBookShown } from "#server/meetings/serialize-meeting.ts";

import { button, clubFrame, STYLES } from "./layout.ts";
import { type AnswerLinks, answerLinks, meetingFooter, meetingPanel, meetingText } from "./meeting-panel.ts";
import { calendarAttachment, composeMessage, type Message, type Recipient } from "./message.ts";

// calendars take the attached file (METHOD:PUBLISH) as a new entry, an update or nothing, each in its own way
const ADDS = "The attached file adds the meeting to your calendar, or updates it there.";
const CHANGES = "The attached file updates the meeting in most calendars. If the old entry stays in yours, delete it.";
const DELETE = "If the meeting is in your calendar, delete it there.";
const CANCELS = `${DELETE} The attached file does that in some calendars.`;

/** Two days before a meeting (BEYOND 3), with what is still needed. */
export async function reminderMessage(deps: Deps, reader: Recipient, meeting: MeetingRow): Promise<Message> {
  const words = meetingTexts(deps, meeting);
  const needs = listUnclaimedNeeds(deps, meeting.id).map(({ what, left }) => (left > 1 ? `${left} × ${what}` : what));
  return write(deps, reader, meeting, {
    subject: `We meet on ${words.day}`,
    title: "Our next meeting",
    opening: `We meet in a few days.${about(deps, meeting)}`,
    more: needs.length > 0 ? `Still needed: ${needs.join(", ")}. Let us know on the board what you'll bring.` : "",
    file: ADDS,
    canAnswer: true,
  });
}

/** Sent when an admin ticked "Tell the members". */
export async function changedMessage(deps: Deps, reader: Recipient, meeting: MeetingRow): Promise<Message> {
  const words = meetingTexts(deps, meeting);
  const when = words.day && ` on ${words.day}`;
  if (meeting.cancelledAt !== null)
    return write(deps, reader, meeting, {
      subject: `Canceled: our meeting${when}`,
      title: "Our meeting is canceled",
      opening: "We won't meet after all. We'll let you know when there's a new date.",
      more: "",
      file: CANCELS,
      withoutFile: DELETE,
      canAnswer: false,
    });
  const opening = words.day
    ? `Here are the new details.${about(deps, meeting)}`
    : "It doesn't have a date anymore. We'll let you know when it does.";
  return write(deps, reader, meeting, {
    subject: `Changed: our meeting${when}`,
    title: "Our meeting has changed",
    opening,
    more: "",
    file: CHANGES,
    withoutFile: words.day ? "If the meeting is in your calendar, correct it there." : DELETE,
    canAnswer: true,
  });
}

type MeetingMessageText = {
  subject: string;
  title: string;
  opening: string;
  more: string;
  /** About the meeting in the reader's calendar, with a file attached, and without one. */
  file: string;
  withoutFile?: string;
  canAnswer: boolean;
};

async function write(deps: Deps, reader: Recipient, meeting: MeetingRow, say: MeetingMessageText): Promise<Message> {
  const frame = await clubFrame(deps);
  const { clubName, address, season } = frame;
  const calendar = await calendarOf(deps, meeting);
  const words = meetingTexts(deps, meeting);
  const heading = meeting.cancelledAt === null ? "When and where" : "Canceled";
  const links = say.canAnswer ? answerLinks(reader, meeting.id) : null;
  const file = calendar ? say.file : (say.withoutFile ?? "");
  const timeAndPlace = [words.time, words.place].filter((part) => part !== "").join(", ");
  const footer = meetingFooter(frame, reader);
  return composeMessage(frame, {
    subject: `${clubName}: ${say.subject}`,
    preheader: say.canAnswer ? `${say.opening} ${timeAndPlace}`.trim() : say.opening,
    title: say.title,
    body: bodyOf({ season, say, words, links, file, heading, reader, address }),
    footer: footer.html,
    text: [
      `Dear ${reader.displayName},`,
      say.opening,
      meetingText(heading, words, links),
      say.more,
      file,
      `Open the club: ${address}`,
      footer.text,
    ],
    attachment: calendar && calendarAttachment(calendar),
    unsubscribe: reader.unsubscribe,
  });
}

type Parts = {
  season: Season;
  say: MeetingMessageText;
  words: MeetingTexts;
  links: AnswerLinks;
  file: string;
  heading: string;
  reader: Recipient;
  address: string;
};

function bodyOf({ season, say, words, links, file, heading, reader, address }: Parts): Html {
  return html`<p style="${STYLES.text}">Dear ${reader.displayName},</p>
    <p style="${STYLES.text}">${say.opening}</p>
    ${meetingPanel(season, heading, words, links, file)}
    ${say.more !== "" && html`<p style="${STYLES.text}">${say.more}</p>`} ${button(season, address, "Open the club")}`;
}

function about(deps: Deps, meeting: MeetingRow): string {
  return meeting.bookTitle !== null && isBookShown(deps, ANY_MEMBER, meeting)
    ? ` We'll talk about ${meeting.bookTitle}.`
    : "";
}
