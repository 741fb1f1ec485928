import type { Deps } from "#server/deps.ts";
import { html } from "#server/http/html.ts";

import { button, clubFrame, STYLES } from "./layout.ts";
import { composeMessage, type Message } from "./message.ts";

/** The first mail to an eReader. Kindles show attachments only, so the link is in one, too. */
export async function ereaderMessage(deps: Deps, displayName: string, link: string): Promise<Message> {
  const frame = await clubFrame(deps);
  const { clubName, season } = frame;
  const title = "Confirm your eReader";
  const what = `${displayName} wants to get eBooks from ${clubName} on this eReader.`;
  const how =
    "The link works once and expires in a day. If your eReader can't open it, open it on a phone or computer.";
  const notYou = "If you don't know this club, ignore this email: you won't get another one.";
  const file = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
      </head>
      <body>
        <h1>${title}</h1>
        <p>${what}</p>
        <p><a href="${link}">${title}</a></p>
        <p>${how}</p>
        <p>${notYou}</p>
      </body>
    </html>`;
  return composeMessage(frame, {
    subject: `${title} for ${clubName}`,
    preheader: "The link works once and expires in a day.",
    title,
    body: html`<p style="${STYLES.text}">${what}</p>
      ${button(season, link, title)}
      <p style="${STYLES.soft}">${how}</p>
      <p style="${STYLES.soft}">${notYou}</p>`,
    footer: html`You're getting this because a member entered this address.`,
    text: [what, `${title}: ${link}`, how, notYou],
    attachment: { filename: `${title}.html`, content: file.markup, contentType: "text/html; charset=utf-8" },
  });
}
