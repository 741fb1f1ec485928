import type { Deps } from "#server/deps.ts";
import { html } from "#server/http/html.ts";

import { button, clubFrame, STYLES } from "./layout.ts";
import { composeMessage, type Message } from "./message.ts";

const ASK_ADMIN = "If that wasn't you, ask a club admin to reset your password.";
const RESET = 'If that wasn\'t you, press "Forgot password?" on the sign-in page and set a new one.';
const CHANGES = {
  address: {
    title: "Your email address has changed",
    what: (club: string) => `Your account at ${club} has a new email address. We'll send your email there from now on.`,
    ifNotYou: ASK_ADMIN,
    footer: "You're getting this once because this was a member's address.",
  },
  password: {
    title: "Your password has changed",
    what: (club: string) => `Your account at ${club} has a new password, set by you or an admin.`,
    ifNotYou: RESET,
    footer: "You're getting this because you're a member.",
  },
  passkey: {
    title: "You have a new passkey",
    what: (club: string) =>
      `A passkey was added to your account at ${club}. It lets you sign in without your password.`,
    ifNotYou: RESET,
    footer: "You're getting this because you're a member.",
  },
};

/** Tells the owner of an account that it can be entered by something new. */
export async function accountMessage(
  deps: Deps,
  displayName: string,
  changed: "address" | "password" | "passkey",
): Promise<Message> {
  const frame = await clubFrame(deps);
  const { clubName } = frame;
  const { title, what, ifNotYou, footer } = CHANGES[changed];
  const advice = `${ifNotYou} That signs you out everywhere.`;
  return composeMessage(frame, {
    subject: `${title} at ${clubName}`,
    preheader: ifNotYou,
    title,
    body: html`<p style="${STYLES.text}">Dear ${displayName},</p>
      <p style="${STYLES.text}">${what(clubName)}</p>
      <p style="${STYLES.text}">${advice}</p>`,
    footer: html`${footer}`,
    text: [`Dear ${displayName},`, what(clubName), advice],
  });
}

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
