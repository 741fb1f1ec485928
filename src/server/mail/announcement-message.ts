import { truncateText } from "#contract/text-length.ts";
import type { Announcement } from "#db/email.ts";
import { html, toParagraphs } from "#server/http/html.ts";

import { INLINE_STYLES, type MailFrame } from "./layout.ts";
import { buttonBlock, composeMessage, type Message, type Recipient } from "./message.ts";

export function createAnnouncementMessage(
  frame: MailFrame,
  { displayName, unsubscribe }: Recipient,
  { subject, message }: Announcement,
): Message {
  const { clubName, address } = frame;
  return composeMessage(frame, {
    subject,
    preheader: truncateText(message, 120),
    title: subject,
    body: [
      `Dear ${displayName},`,
      { html: html`${toParagraphs(message, INLINE_STYLES.text)}`, text: message },
      buttonBlock(frame, address, "Open the club"),
    ],
    reason: `You get announcements because you are a member of ${clubName}.`,
    unsubscribe: { label: "Stop announcements", url: unsubscribe },
  });
}
