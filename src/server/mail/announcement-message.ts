import { truncateText } from "#contract/text-length.ts";
import type { Announcement } from "#db/email.ts";
import type { Deps } from "#server/deps.ts";
import { html, paragraphs } from "#server/http/html.ts";

import { button, clubFrame, STYLES } from "./layout.ts";
import { composeMessage, type Message, type Recipient } from "./message.ts";

export async function announcementMessage(deps: Deps, reader: Recipient, said: Announcement): Promise<Message> {
  const frame = await clubFrame(deps);
  const { clubName, address, season } = frame;
  return composeMessage(frame, {
    subject: said.subject,
    preheader: truncateText(said.message, 120),
    title: said.subject,
    body: html`<p style="${STYLES.text}">Dear ${reader.displayName},</p>
      ${paragraphs(said.message, STYLES.text)} ${button(season, address, "Open the club")}`,
    footer: html`You get announcements because you are a member of ${clubName}.
      <a href="${reader.unsubscribe}">Stop announcements</a>, or change your email settings in
      <a href="${address}/profile#messages">your profile</a>.`,
    text: [
      `Dear ${reader.displayName},`,
      said.message,
      `Open the club: ${address}`,
      `--\nYou get announcements because you are a member of ${clubName}.\nStop them: ${reader.unsubscribe}`,
    ],
    unsubscribe: reader.unsubscribe,
  });
}
