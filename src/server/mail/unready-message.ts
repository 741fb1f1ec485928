import type { Missing } from "#contract/months.ts";
import { seasonOf } from "#contract/season.ts";
import type { Deps } from "#server/deps.ts";
import { html } from "#server/http/html.ts";
import { publicAddress } from "#server/http/public-address.ts";

import { button, layout, STYLES } from "./layout.ts";
import { type Message, plainText } from "./message.ts";
import { formatMonth } from "./monthly-message.ts";
import { heroPicture } from "./pictures.ts";

const WORDS: Record<Missing, string> = {
  book: "a book",
  cover: "the book's cover",
  ebook: "the eBook",
  audiobook: "the audiobook",
  meeting: "a meeting",
  message: "a message from the team",
};

/** BEYOND 3. */
export async function unreadyMessage(
  deps: Deps,
  month: string,
  missing: readonly Missing[],
  displayName: string,
): Promise<Message> {
  const { config, clock } = deps;
  const season = seasonOf(clock.now(), config.clubTimeZone);
  const address = publicAddress(config);
  const hero = await heroPicture(season);
  const name = formatMonth(month);
  const opening = `${name} begins in a few days, and the monthly email goes out on the 1st. Still missing:`;
  const parts = missing.map((part) => WORDS[part]);
  return {
    subject: `${config.clubName}: ${name} isn't ready yet`,
    html: layout({
      clubName: config.clubName,
      address,
      season,
      hero,
      preheader: `Still missing: ${parts.join(", ")}.`,
      title: `${name} isn't ready yet`,
      body: html`<p style="${STYLES.text}">Dear ${displayName},</p>
        <p style="${STYLES.text}">${opening}</p>
        <ul style="${STYLES.text}">
          ${parts.map((part) => html`<li>${part}</li>`)}
        </ul>
        ${button(season, `${address}/admin`, "Open the dashboard")}`,
      footer: html`<p style="${STYLES.small}">You get this because you are an admin of ${config.clubName}.</p>`,
    }),
    text: plainText([
      `Dear ${displayName},`,
      opening,
      parts.map((part) => `- ${part}`).join("\n"),
      `Open the dashboard: ${address}/admin`,
      `--\nYou get this because you are an admin of ${config.clubName}.`,
    ]),
    pictures: hero ? [hero] : [],
    calendar: null,
    unsubscribe: null,
  };
}
