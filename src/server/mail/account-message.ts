import type { User } from "#contract/users.ts";
import { html } from "#server/http/html.ts";

import type { MailFrame } from "./layout.ts";
import { buttonBlock, composeMessage, type Message, paragraphBlock } from "./message.ts";

const ASK_ADMIN_ADVICE = "If that wasn't you, ask a club admin to reset your password.";
const RESET_ADVICE = 'If that wasn\'t you, press "Forgot password?" on the sign-in page and set a new one.';
const MEMBER_REASON = "You're getting this because you're a member.";
const CHANGE_TEXTS = {
  address: {
    title: "Your email address has changed",
    what: (club: string) => `Your account at ${club} has a new email address. We'll send your email there from now on.`,
    ifNotYou: ASK_ADMIN_ADVICE,
    reason: "You're getting this once because this was a member's address.",
  },
  password: {
    title: "Your password has changed",
    what: (club: string) => `Your account at ${club} has a new password, set by you or an admin.`,
    ifNotYou: RESET_ADVICE,
    reason: MEMBER_REASON,
  },
  passkey: {
    title: "You have a new passkey",
    what: (club: string) =>
      `A passkey was added to your account at ${club}. It lets you sign in without your password.`,
    ifNotYou: RESET_ADVICE,
    reason: MEMBER_REASON,
  },
};

export function createAccountMessage(
  frame: MailFrame,
  displayName: string,
  change: keyof typeof CHANGE_TEXTS,
): Message {
  const { title, what, ifNotYou, reason } = CHANGE_TEXTS[change];
  return composeMessage(frame, {
    subject: `${title} at ${frame.clubName}`,
    preheader: ifNotYou,
    title,
    body: [`Dear ${displayName},`, what(frame.clubName), `${ifNotYou} That signs you out everywhere.`],
    reason,
  });
}

export function createResetMessage(frame: MailFrame, { displayName, username }: User, link: string): Message {
  const { clubName } = frame;
  const title = "Set a new password";
  const validity = "The link works once and expires in an hour.";
  return composeMessage(frame, {
    subject: `${title} for ${clubName}`,
    preheader: validity,
    title,
    body: [
      `Dear ${displayName},`,
      `Someone asked for a new password for your account at ${clubName}. Your username is ${username}.`,
      buttonBlock(frame, link, title),
      paragraphBlock(`${validity} Setting a new password signs you out on all your devices.`, "soft"),
      paragraphBlock("If it wasn't you, ignore this email: your password stays the same.", "soft"),
    ],
    reason: MEMBER_REASON,
  });
}

/** The first mail to an eReader. Kindles only show attachments, so the link is also in one. */
export function createEreaderMessage(frame: MailFrame, displayName: string, link: string): Message {
  const title = "Confirm your eReader";
  const purpose = `${displayName} wants to get eBooks from ${frame.clubName} on this eReader.`;
  const validity = "The link works once and expires in a day.";
  const notes = [
    `${validity} If your eReader can't open it, open it on a phone or computer.`,
    "If you don't know this club, ignore this email: you won't get another one.",
  ];
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
        ${notes.map((note) => html`<p>${note}</p>`)}
      </body>
    </html>`;
  return composeMessage(frame, {
    subject: `${title} for ${frame.clubName}`,
    preheader: validity,
    title,
    body: [purpose, buttonBlock(frame, link, title), ...notes.map((note) => paragraphBlock(note, "soft"))],
    reason: "You're getting this because a member entered this address.",
    attachment: { filename: `${title}.html`, content: file.markup, contentType: "text/html; charset=utf-8" },
  });
}
