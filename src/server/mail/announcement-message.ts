import type { Announcement } from "#db/announcements.ts";
import type { Deps } from "#server/deps.ts";
import { html, paragraphs } from "#server/http/html.ts";

import { button, clubFrame, mailPage, STYLES } from "./layout.ts";
import { type Message, plainText, type Reader } from "./message.ts";

export async function announcementMessage(deps: Deps, said: Announcement, reader: Reader): Promise<Message> {
  const frame = await clubFrame(deps);
  const { clubName, address, season } = frame;
  return {
    subject: said.subject,
    html: mailPage({
      ...frame,
      preheader: said.message.slice(0, 120),
      title: said.subject,
      body: html`<p style="${STYLES.text}">Dear ${reader.displayName},</p>
        ${paragraphs(said.message, STYLES.text)} ${button(season, address, "Open the club")}`,
      footer: html`<p style="${STYLES.small}">
        You get announcements because you are a member of ${clubName}.
        <a href="${reader.unsubscribe}">Stop announcements</a> with one click, or choose again on
        <a href="${address}/profile">your profile</a>.
      </p>`,
    }),
    text: plainText([
      `Dear ${reader.displayName},`,
      said.message,
      `Open the club: ${address}`,
      `--\nYou get announcements because you are a member of ${clubName}.\nStop them: ${reader.unsubscribe}`,
    ]),
    pictures: frame.hero ? [frame.hero] : [],
    attachment: null,
    unsubscribe: reader.unsubscribe,
  };
}
