import type { MeetingRow } from "#db/meetings.ts";
import type { Deps } from "#server/deps.ts";
import { html } from "#server/http/html.ts";
import { openDates } from "#server/meetings/date-question.ts";
import { meetingTexts } from "#server/meetings/meeting-times.ts";

import { button, clubFrame, panel, STYLES } from "./layout.ts";
import { meetingFooter } from "./meeting-panel.ts";
import { composeMessage, type Message, type Recipient } from "./message.ts";

/** Asks which dates suit the reader (BEYOND 10). @param address of the page where they say so */
export async function datesMessage(
  deps: Deps,
  reader: Recipient,
  meeting: MeetingRow,
  address: string,
): Promise<Message> {
  const frame = await clubFrame(deps);
  const days = askedDays(deps, meeting);
  const opening = "Which of these dates suit you? Choose all that do, even if you aren't sure yet.";
  const footer = meetingFooter(frame, reader);
  return composeMessage(frame, {
    subject: `${frame.clubName}: When should we meet?`,
    preheader: `${opening} ${days.join(", ")}`,
    title: "When should we meet?",
    body: html`<p style="${STYLES.text}">Dear ${reader.displayName},</p>
      <p style="${STYLES.text}">${opening}</p>
      ${panel(
        frame.season,
        html`${days.map((day) => html`<p style="${STYLES.soft}"><strong>${day}</strong></p>`)}
        ${meeting.hostName !== null && html`<p style="${STYLES.small}">Your host is ${meeting.hostName}.</p>`}`,
      )}
      ${button(frame.season, address, "Pick your dates")}`,
    footer: footer.html,
    text: [
      `Dear ${reader.displayName},`,
      opening,
      days.join("\n"),
      meeting.hostName !== null && `Your host is ${meeting.hostName}.`,
      `Pick your dates: ${address}`,
      footer.text,
    ],
    unsubscribe: reader.unsubscribe,
  });
}

/** The dates that a meeting asks about, as people read them; empty without a question. */
export function askedDays(deps: Deps, meeting: MeetingRow): string[] {
  return openDates(deps, meeting.id).map((option) => {
    const { day, time } = meetingTexts(deps, { ...meeting, ...option });
    return `${day} at ${time}`;
  });
}
