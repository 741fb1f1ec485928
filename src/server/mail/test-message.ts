import { seasonOf } from "#contract/season.ts";
import type { Deps } from "#server/deps.ts";
import { html } from "#server/http/html.ts";
import { publicAddress } from "#server/http/public-address.ts";

import { layout, STYLES } from "./layout.ts";
import { type Message, plainText } from "./message.ts";
import { heroPicture } from "./pictures.ts";

/** SPEC 2. */
export async function testMessage(deps: Deps): Promise<Message> {
  const { config, clock } = deps;
  const season = seasonOf(clock.now(), config.clubTimeZone);
  const address = publicAddress(config);
  const hero = await heroPicture(season);
  const words = `If you can read this, the email service of ${config.clubName} works.`;
  const links = `Links in the club's mails lead to ${address}. If that's wrong, set PUBLIC_URL on the server.`;
  return {
    subject: `Test email from ${config.clubName}`,
    html: layout({
      clubName: config.clubName,
      address,
      season,
      hero,
      preheader: "The email service works.",
      title: "It works",
      body: html`<p style="${STYLES.text}">${words}</p>
        <p style="${STYLES.text}">${links}</p>`,
      footer: html`<p style="${STYLES.small}">An admin of ${config.clubName} sent this test to this address.</p>`,
    }),
    text: plainText(["It works.", words, links, `--\nAn admin of ${config.clubName} sent this test to this address.`]),
    pictures: hero ? [hero] : [],
    calendar: null,
    unsubscribe: null,
  };
}
