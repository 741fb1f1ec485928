import type { MeetingRow } from "#db/meetings.ts";
import type { Deps } from "#server/deps.ts";
import { html } from "#server/http/html.ts";
import { listOpenDates } from "#server/meetings/date-question.ts";
import { formatMeeting } from "#server/meetings/meeting-times.ts";

import { createMailFrame, INLINE_STYLES, renderPanel } from "./layout.ts";
import { createMeetingFooter } from "./meeting-panel.ts";
import { buttonBlock, composeMessage, type Message, type Recipient } from "./message.ts";

/** BEYOND 10. */
export async function createDatesMessage(deps: Deps, reader: Recipient, meeting: MeetingRow): Promise<Message> {
  const frame = await createMailFrame(deps);
  const days = listOfferedDays(deps, meeting);
  const opening = "Which of these dates suit you? Choose all that do, even if you aren't sure yet.";
  const host = meeting.host !== null && `Your host is ${meeting.host.displayName}.`;
  return composeMessage(frame, {
    subject: `${frame.clubName}: When should we meet?`,
    preheader: `${opening} ${days.join(", ")}`,
    title: "When should we meet?",
    body: [
      `Dear ${reader.displayName},`,
      opening,
      {
        html: renderPanel(
          frame.season,
          html`${days.map((day) => html`<p style="${INLINE_STYLES.soft}"><strong>${day}</strong></p>`)}
          ${host && html`<p style="${INLINE_STYLES.small}">${host}</p>`}`,
        ),
        text: [days.join("\n"), host].filter((part) => part !== false).join("\n\n"),
      },
      buttonBlock(frame, reader.createDatesUrl(meeting.id), "Pick your dates"),
    ],
    ...createMeetingFooter(frame, reader),
  });
}

/** The options of a meeting's date question; empty without one. */
export function listOfferedDays(deps: Deps, meeting: MeetingRow): string[] {
  return listOpenDates(deps, meeting.id).map((option) => {
    const { day, time } = formatMeeting(deps, { ...meeting, ...option });
    return `${day} at ${time}`;
  });
}
