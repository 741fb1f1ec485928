import type { OwnAnswer } from "#contract/meetings.ts";
import type { CalendarFile } from "#server/meetings/calendar.ts";

import { type MailFrame, type MailPage, renderMailPage } from "./layout.ts";
import type { MailPicture } from "./pictures.ts";

type Attachment = { filename: string; content: string; contentType: string };

export type Message = {
  subject: string;
  html: string;
  text: string;
  pictures: MailPicture[];
  attachment: Attachment | null;
  /** The URL of one-click unsubscribe; null for a one-time mail. */
  unsubscribe: string | null;
};

/** A mail's content without its frame. Empty, null and false paragraphs of `text` are left out. */
type MessageContent = MailPage & {
  subject: string;
  text: readonly (string | null | false)[];
  cover?: MailPicture | null;
  attachment?: Attachment | null;
  unsubscribe?: string;
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
  { subject, text, cover, attachment, unsubscribe, ...page }: MessageContent,
): Message {
  return {
    subject,
    html: renderMailPage(frame, page),
    text: joinParagraphs(text),
    pictures: [frame.hero, cover].filter((picture) => picture != null),
    attachment: attachment ?? null,
    unsubscribe: unsubscribe ?? null,
  };
}

function joinParagraphs(parts: readonly (string | null | false)[]): string {
  return `${parts
    .filter((part) => part !== null && part !== false && part.trim() !== "")
    .join("\n\n")
    .replaceAll("\r\n", "\n")}\n`;
}
