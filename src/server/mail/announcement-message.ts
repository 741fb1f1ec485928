import { truncateText } from "#contract/text-length.ts";
import type { Announcement } from "#db/email.ts";
import type { Deps } from "#server/deps.ts";
import { html, paragraphs } from "#server/http/html.ts";

import { createMailFrame, INLINE_STYLES } from "./layout.ts";
import { buttonBlock, composeMessage, type Message, type Recipient } from "./message.ts";

export async function createAnnouncementMessage(
  deps: Deps,
  { displayName, unsubscribe }: Recipient,
  { subject, message }: Announcement,
): Promise<Message> {
  const frame = await createMailFrame(deps);
  const { clubName, address } = frame;
  return composeMessage(frame, {
    subject,
    preheader: truncateText(message, 120),
    title: subject,
    body: [
      `Dear ${displayName},`,
      { html: html`${paragraphs(message, INLINE_STYLES.text)}`, text: message },
      buttonBlock(frame, address, "Open the club"),
    ],
    footer: {
      html: html`You get announcements because you are a member of ${clubName}.
        <a href="${unsubscribe}">Stop announcements</a>, or change your email settings in
        <a href="${address}/profile#messages">your profile</a>.`,
      text: `--\nYou get announcements because you are a member of ${clubName}.\nStop them: ${unsubscribe}`,
    },
    unsubscribe,
  });
}
