import type { OwnAnswer } from "#contract/meetings.ts";
import { type Html, html } from "#server/http/html.ts";
import type { CalendarFile } from "#server/meetings/calendar.ts";

import type { MailImage } from "./images.ts";
import { INLINE_STYLES, type MailFrame, renderButton, renderMailPage } from "./layout.ts";

type Attachment = { filename: string; content: string; contentType: string };

export type Message = ReturnType<typeof composeMessage>;

/** A part of a mail, in its HTML and its plain text. */
export type MailBlock = { html?: Html; text?: string };

/** A string in `body` is a paragraph. `reason` says why the recipient gets the mail. */
type MessageContent = {
  subject: string;
  preheader: string;
  title: string;
  body: readonly (MailBlock | string | null | false)[];
  reason: string;
  cover?: MailImage | null;
  attachment?: Attachment | null;
  unsubscribe?: { label: string; url: string };
};

export type Recipient = {
  displayName: string;
  unsubscribe: string;
  createAnswerUrl: (meetingId: number) => string;
  createDatesUrl: (meetingId: number) => string;
  findAnswer: (meetingId: number) => OwnAnswer | null;
};

export function toCalendarAttachment({ fileName, text }: CalendarFile): Attachment {
  return { filename: fileName, content: text, contentType: "text/calendar; charset=utf-8; method=PUBLISH" };
}

export function composeMessage(
  frame: MailFrame,
  { subject, preheader, title, body, reason, cover, attachment = null, unsubscribe }: MessageContent,
) {
  const blocks = body.flatMap((part) => {
    if (!part) return [];
    return typeof part === "string" ? paragraphBlock(part) : part;
  });
  const footer = {
    html: html`${reason}${
      unsubscribe !== undefined &&
      html` <a href="${unsubscribe.url}">${unsubscribe.label}</a>, or change your email settings in
        <a href="${frame.address}/profile#messages">your profile</a>.`
    }`,
    text: `--\n${reason}${unsubscribe ? `\n${unsubscribe.label}: ${unsubscribe.url}` : ""}`,
  };
  const htmlParts = blocks.map((block) => block.html ?? null).filter((part) => part !== null);
  const textParts = [...blocks, footer].map(({ text = "" }) => text.trim()).filter((text) => text !== "");
  return {
    subject,
    html: renderMailPage(frame, { preheader, title, body: html`${htmlParts}`, footer: footer.html }),
    text: `${textParts.join("\n\n").replaceAll("\r\n", "\n")}\n`,
    images: [frame.hero, cover].filter((image) => image != null),
    attachment,
    /** The URL of one-click unsubscribe; null for a one-time mail. */
    unsubscribe: unsubscribe?.url ?? null,
  };
}

export function paragraphBlock(text: string, style: keyof typeof INLINE_STYLES = "text"): MailBlock {
  return { html: html`<p style="${INLINE_STYLES[style]}">${text}</p>`, text };
}

export function buttonBlock({ season }: MailFrame, href: string, label: string): MailBlock {
  return { html: renderButton(season, href, label), text: `${label}: ${href}` };
}
