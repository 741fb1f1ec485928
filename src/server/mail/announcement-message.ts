import { truncateText } from "#contract/text-length.ts";
import type { Announcement } from "#db/email.ts";
import type { Deps } from "#server/deps.ts";
import { html, paragraphs } from "#server/http/html.ts";

import { createMailFrame, INLINE_STYLES, renderButton } from "./layout.ts";
import { composeMessage, type Message, type Recipient } from "./message.ts";

export async function createAnnouncementMessage(
  deps: Deps,
  reader: Recipient,
  announcement: Announcement,
): Promise<Message> {
  const frame = await createMailFrame(deps);
  const { clubName, address, season } = frame;
  return composeMessage(frame, {
    subject: announcement.subject,
    preheader: truncateText(announcement.message, 120),
    title: announcement.subject,
    body: html`<p style="${INLINE_STYLES.text}">Dear ${reader.displayName},</p>
      ${paragraphs(announcement.message, INLINE_STYLES.text)} ${renderButton(season, address, "Open the club")}`,
    footer: html`You get announcements because you are a member of ${clubName}.
      <a href="${reader.unsubscribe}">Stop announcements</a>, or change your email settings in
      <a href="${address}/profile#messages">your profile</a>.`,
    text: [
      `Dear ${reader.displayName},`,
      announcement.message,
      `Open the club: ${address}`,
      `--\nYou get announcements because you are a member of ${clubName}.\nStop them: ${reader.unsubscribe}`,
    ],
    unsubscribe: reader.unsubscribe,
  });
}
