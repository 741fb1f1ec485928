import type { CalendarFile } from "#server/meetings/calendar.ts";

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

export type Reader = {
  displayName: string;
  unsubscribe: string;
  answerAddress: (meetingId: number) => string;
};

export function calendarAttachment({ fileName, text }: CalendarFile): Attachment {
  return { filename: fileName, content: text, contentType: "text/calendar; charset=utf-8; method=PUBLISH" };
}

/** Joins parts with empty lines, skipping empty ones. */
export function plainText(parts: readonly (string | null | false)[]): string {
  return `${parts
    .filter((part) => part !== null && part !== false && part.trim() !== "")
    .join("\n\n")
    .replaceAll("\r\n", "\n")}\n`;
}
