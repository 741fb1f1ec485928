import type { OwnAnswer } from "#contract/meetings.ts";
import type { CalendarFile } from "#server/meetings/calendar.ts";

import { type ClubFrame, mailPage, type Page } from "./layout.ts";
import type { MailPicture } from "./pictures.ts";

type Attachment = { filename: string; content: string; contentType: string };

export type Message = {
  subject: string;
  html: string;
  text: string;
  pictures: MailPicture[];
  attachment: Attachment | null;
  /** One-click unsubscribe address; null for a one-time mail. */
  unsubscribe: string | null;
};

/** What a mail says; its frame adds the rest. Paragraphs of `text` that are empty, null or false are left out. */
type MessageContent = Page & {
  subject: string;
  text: readonly (string | null | false)[];
  cover?: MailPicture | null;
  attachment?: Attachment | null;
  unsubscribe?: string;
};

export type Recipient = {
  displayName: string;
  unsubscribe: string;
  answerAddress: (meetingId: number) => string;
  datesAddress: (meetingId: number) => string;
  answer: (meetingId: number) => OwnAnswer | null;
};

export function calendarAttachment({ fileName, text }: CalendarFile): Attachment {
  return { filename: fileName, content: text, contentType: "text/calendar; charset=utf-8; method=PUBLISH" };
}

export function composeMessage(
  frame: ClubFrame,
  { subject, text, cover, attachment, unsubscribe, ...page }: MessageContent,
): Message {
  return {
    subject,
    html: mailPage(frame, page),
    text: plainText(text),
    pictures: [frame.hero, cover].filter((picture) => picture != null),
    attachment: attachment ?? null,
    unsubscribe: unsubscribe ?? null,
  };
}

function plainText(parts: readonly (string | null | false)[]): string {
  return `${parts
    .filter((part) => part !== null && part !== false && part.trim() !== "")
    .join("\n\n")
    .replaceAll("\r\n", "\n")}\n`;
}
