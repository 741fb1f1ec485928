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
    what: (club: string) => `A passkey was added to your account at ${club}. It signs in without your password.`,
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
