import type { Deps } from "#server/deps.ts";
import { html } from "#server/http/html.ts";

import { clubFrame, STYLES } from "./layout.ts";
import { letter, type Message } from "./message.ts";

export async function addressMessage(deps: Deps, displayName: string): Promise<Message> {
  const frame = await clubFrame(deps);
  const { clubName } = frame;
  const title = "Your email address has changed";
  const what = `Your account at ${clubName} has a new email address. Mail for you goes there from now on.`;
  const notYou = "If that wasn't you, ask an admin of the club to reset your password. It signs you out everywhere.";
  return letter(frame, {
    subject: `${title} at ${clubName}`,
    preheader: "If that wasn't you, ask an admin for a new password.",
    title,
    body: html`<p style="${STYLES.text}">Dear ${displayName},</p>
      <p style="${STYLES.text}">${what}</p>
      <p style="${STYLES.text}">${notYou}</p>`,
    footer: html`You get this once, because this was the address of a member.`,
    text: [`Dear ${displayName},`, what, notYou],
  });
}
