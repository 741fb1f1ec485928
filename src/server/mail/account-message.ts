import type { Deps } from "#server/deps.ts";
import { html } from "#server/http/html.ts";

import { createMailFrame, INLINE_STYLES, renderButton } from "./layout.ts";
import { composeMessage, type Message } from "./message.ts";

const ASK_ADMIN_ADVICE = "If that wasn't you, ask a club admin to reset your password.";
const RESET_ADVICE = 'If that wasn\'t you, press "Forgot password?" on the sign-in page and set a new one.';
const CHANGE_TEXTS = {
  address: {
    title: "Your email address has changed",
    what: (club: string) => `Your account at ${club} has a new email address. We'll send your email there from now on.`,
    ifNotYou: ASK_ADMIN_ADVICE,
    footer: "You're getting this once because this was a member's address.",
  },
  password: {
    title: "Your password has changed",
    what: (club: string) => `Your account at ${club} has a new password, set by you or an admin.`,
    ifNotYou: RESET_ADVICE,
    footer: "You're getting this because you're a member.",
  },
  passkey: {
    title: "You have a new passkey",
    what: (club: string) =>
      `A passkey was added to your account at ${club}. It lets you sign in without your password.`,
    ifNotYou: RESET_ADVICE,
    footer: "You're getting this because you're a member.",
  },
};

/** Notifies the owner of an account about a new sign-in method. */
export async function createAccountMessage(
  deps: Deps,
  displayName: string,
  changed: "address" | "password" | "passkey",
): Promise<Message> {
  const frame = await createMailFrame(deps);
  const { clubName } = frame;
  const { title, what, ifNotYou, footer } = CHANGE_TEXTS[changed];
  const advice = `${ifNotYou} That signs you out everywhere.`;
  return composeMessage(frame, {
    subject: `${title} at ${clubName}`,
    preheader: ifNotYou,
    title,
    body: html`<p style="${INLINE_STYLES.text}">Dear ${displayName},</p>
      <p style="${INLINE_STYLES.text}">${what(clubName)}</p>
      <p style="${INLINE_STYLES.text}">${advice}</p>`,
    footer: html`${footer}`,
    text: [`Dear ${displayName},`, what(clubName), advice],
  });
}

export async function createResetMessage(
  deps: Deps,
  { displayName, username }: { displayName: string; username: string },
  link: string,
): Promise<Message> {
  const frame = await createMailFrame(deps);
  const { clubName, season } = frame;
  const opening = `Someone asked for a new password for your account at ${clubName}. Your username is ${username}.`;
  const validity =
    "The link works once and expires in an hour. Setting a new password signs you out on all your devices.";
  const ignoreAdvice = "If it wasn't you, ignore this email: your password stays the same.";
  return composeMessage(frame, {
    subject: `Set a new password for ${clubName}`,
    preheader: "The link works once and expires in an hour.",
    title: "Set a new password",
    body: html`<p style="${INLINE_STYLES.text}">Dear ${displayName},</p>
      <p style="${INLINE_STYLES.text}">${opening}</p>
      ${renderButton(season, link, "Set a new password")}
      <p style="${INLINE_STYLES.soft}">${validity}</p>
      <p style="${INLINE_STYLES.soft}">${ignoreAdvice}</p>`,
    footer: html`You're getting this because you're a member.`,
    text: [`Dear ${displayName},`, opening, `Set a new password: ${link}`, validity, ignoreAdvice],
  });
}

/** The first mail to an eReader. Kindles only show attachments, so the link is also in one. */
export async function createEreaderMessage(deps: Deps, displayName: string, link: string): Promise<Message> {
  const frame = await createMailFrame(deps);
  const { clubName, season } = frame;
  const title = "Confirm your eReader";
  const purpose = `${displayName} wants to get eBooks from ${clubName} on this eReader.`;
  const instructions =
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
        <p>${purpose}</p>
        <p><a href="${link}">${title}</a></p>
        <p>${instructions}</p>
        <p>${notYou}</p>
      </body>
    </html>`;
  return composeMessage(frame, {
    subject: `${title} for ${clubName}`,
    preheader: "The link works once and expires in a day.",
    title,
    body: html`<p style="${INLINE_STYLES.text}">${purpose}</p>
      ${renderButton(season, link, title)}
      <p style="${INLINE_STYLES.soft}">${instructions}</p>
      <p style="${INLINE_STYLES.soft}">${notYou}</p>`,
    footer: html`You're getting this because a member entered this address.`,
    text: [purpose, `${title}: ${link}`, instructions, notYou],
    attachment: { filename: `${title}.html`, content: file.markup, contentType: "text/html; charset=utf-8" },
  });
}
