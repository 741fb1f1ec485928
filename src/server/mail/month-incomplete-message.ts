import type { Missing } from "#contract/months.ts";
import { formatMonth } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";
import { html } from "#server/http/html.ts";

import { button, clubFrame, STYLES } from "./layout.ts";
import { composeMessage, type Message } from "./message.ts";

const WORDS: Record<Missing, string> = {
  book: "a book",
  cover: "the book's cover",
  ebook: "the eBook",
  audiobook: "the audiobook",
  meeting: "a meeting",
  message: "a message from the team",
};

export async function monthIncompleteMessage(
  deps: Deps,
  month: string,
  missing: readonly Missing[],
  displayName: string,
): Promise<Message> {
  const frame = await clubFrame(deps);
  const { clubName, address, season } = frame;
  const name = formatMonth(month);
  const opening = `${name} begins in a few days, and the monthly email goes out on the 1st. Still missing:`;
  const parts = missing.map((part) => WORDS[part]);
  return composeMessage(frame, {
    subject: `${clubName}: ${name} isn't ready yet`,
    preheader: `Still missing: ${parts.join(", ")}.`,
    title: `${name} isn't ready yet`,
    body: html`<p style="${STYLES.text}">Dear ${displayName},</p>
      <p style="${STYLES.text}">${opening}</p>
      <ul style="${STYLES.text}">
        ${parts.map((part) => html`<li>${part}</li>`)}
      </ul>
      ${button(season, `${address}/admin`, "Open the dashboard")}`,
    footer: html`You get this because you are an admin of ${clubName}.`,
    text: [
      `Dear ${displayName},`,
      opening,
      parts.map((part) => `- ${part}`).join("\n"),
      `Open the dashboard: ${address}/admin`,
      `--\nYou get this because you are an admin of ${clubName}.`,
    ],
  });
}
