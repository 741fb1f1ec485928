import type { Deps } from "#server/deps.ts";
import { html } from "#server/http/html.ts";

import { button, clubFrame, STYLES } from "./layout.ts";
import { composeMessage, type Message } from "./message.ts";

export async function resetMessage(
  deps: Deps,
  { displayName, username }: { displayName: string; username: string },
  link: string,
): Promise<Message> {
  const frame = await clubFrame(deps);
  const { clubName, season } = frame;
  const opening = `Someone asked for a new password for your account at ${clubName}. Your username is ${username}.`;
  const once = "The link works once and expires in an hour. Setting a new password signs you out on all your devices.";
  const notYou = "If it wasn't you, ignore this email: your password stays the same.";
  return composeMessage(frame, {
    subject: `Set a new password for ${clubName}`,
    preheader: "The link works once and expires in an hour.",
    title: "Set a new password",
    body: html`<p style="${STYLES.text}">Dear ${displayName},</p>
      <p style="${STYLES.text}">${opening}</p>
      ${button(season, link, "Set a new password")}
      <p style="${STYLES.soft}">${once}</p>
      <p style="${STYLES.soft}">${notYou}</p>`,
    footer: html`You're getting this because you're a member.`,
    text: [`Dear ${displayName},`, opening, `Set a new password: ${link}`, once, notYou],
  });
}
