import { seasonOf } from "#contract/season.ts";
import type { Deps } from "#server/deps.ts";
import { html } from "#server/http/html.ts";
import { publicAddress } from "#server/http/public-address.ts";

import { button, layout, STYLES } from "./layout.ts";
import { type Message, plainText } from "./message.ts";
import { heroPicture } from "./pictures.ts";

/** BEYOND 7. The link works once, for an hour. */
export async function resetMessage(
  deps: Deps,
  { displayName, username }: { displayName: string; username: string },
  link: string,
): Promise<Message> {
  const { config, clock } = deps;
  const season = seasonOf(clock.now(), config.clubTimeZone);
  const hero = await heroPicture(season);
  const opening = `Someone asked for a new password for your account at ${config.clubName}. Your username is ${username}.`;
  const notYou = "If it wasn't you, ignore this email: your password stays the same.";
  return {
    subject: `Set a new password for ${config.clubName}`,
    html: layout({
      clubName: config.clubName,
      address: publicAddress(config),
      season,
      hero,
      preheader: "The link works once, for an hour.",
      title: "Set a new password",
      body: html`<p style="${STYLES.text}">Dear ${displayName},</p>
        <p style="${STYLES.text}">${opening}</p>
        ${button(season, link, "Set a new password")}
        <p style="${STYLES.soft}">The link works once, for an hour. It signs you out on all your devices.</p>
        <p style="${STYLES.soft}">${notYou}</p>`,
      footer: html`<p style="${STYLES.small}">You get this because you are a member.</p>`,
    }),
    text: plainText([
      `Dear ${displayName},`,
      opening,
      `Set a new password: ${link}`,
      "The link works once, for an hour. It signs you out on all your devices.",
      notYou,
    ]),
    pictures: hero ? [hero] : [],
    calendar: null,
    unsubscribe: null,
  };
}
