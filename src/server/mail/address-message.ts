import { seasonOf } from "#contract/season.ts";
import type { Deps } from "#server/deps.ts";
import { html } from "#server/http/html.ts";
import { publicAddress } from "#server/http/public-address.ts";

import { layout, STYLES } from "./layout.ts";
import { type Message, plainText } from "./message.ts";
import { heroPicture } from "./pictures.ts";

/** To the address that a member no longer has. */
export async function addressMessage({ config, clock }: Deps, displayName: string): Promise<Message> {
  const season = seasonOf(clock.now(), config.clubTimeZone);
  const hero = await heroPicture(season);
  const title = "Your email address has changed";
  const what = `Your account at ${config.clubName} has a new email address. Mail for you goes there from now on.`;
  const notYou = "If that wasn't you, ask an admin of the club to reset your password. It signs you out everywhere.";
  return {
    subject: `${title} at ${config.clubName}`,
    html: layout({
      clubName: config.clubName,
      address: publicAddress(config),
      season,
      hero,
      preheader: "If that wasn't you, ask an admin for a new password.",
      title,
      body: html`<p style="${STYLES.text}">Dear ${displayName},</p>
        <p style="${STYLES.text}">${what}</p>
        <p style="${STYLES.text}">${notYou}</p>`,
      footer: html`<p style="${STYLES.small}">You get this once, because this was the address of a member.</p>`,
    }),
    text: plainText([`Dear ${displayName},`, what, notYou]),
    pictures: hero ? [hero] : [],
    calendar: null,
    unsubscribe: null,
  };
}
