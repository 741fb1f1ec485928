import { seasonOf } from "#contract/season.ts";
import type { Announcement } from "#db/announcements.ts";
import type { Deps } from "#server/deps.ts";
import { html, paragraphs } from "#server/http/html.ts";
import { publicAddress } from "#server/http/public-address.ts";

import { button, layout, STYLES } from "./layout.ts";
import { type Message, plainText, type Reader } from "./message.ts";
import { heroPicture } from "./pictures.ts";

/** BEYOND 3. */
export async function announcementMessage(deps: Deps, said: Announcement, reader: Reader): Promise<Message> {
  const { config, clock } = deps;
  const season = seasonOf(clock.now(), config.clubTimeZone);
  const address = publicAddress(config);
  const hero = await heroPicture(season);
  return {
    subject: said.subject,
    html: layout({
      clubName: config.clubName,
      address,
      season,
      hero,
      preheader: said.message.slice(0, 120),
      title: said.subject,
      body: html`<p style="${STYLES.text}">Dear ${reader.displayName},</p>
        ${paragraphs(said.message, STYLES.text)} ${button(season, address, "Open the club")}`,
      footer: html`<p style="${STYLES.small}">
        You get announcements because you are a member of ${config.clubName}.
        <a href="${reader.unsubscribe}">Stop announcements</a> with one click, or choose again on
        <a href="${address}/profile">your profile</a>.
      </p>`,
    }),
    text: plainText([
      `Dear ${reader.displayName},`,
      said.message,
      `Open the club: ${address}`,
      `--\nYou get announcements because you are a member of ${config.clubName}.\nStop them: ${reader.unsubscribe}`,
    ]),
    pictures: hero ? [hero] : [],
    calendar: null,
    unsubscribe: reader.unsubscribe,
  };
}
