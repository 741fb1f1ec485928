import type { CalendarFile } from "#server/meetings/calendar.ts";

import type { MailPicture } from "./pictures.ts";

/** A finished text, before it becomes a mail. */
export type Message = {
  subject: string;
  html: string;
  text: string;
  pictures: MailPicture[];
  calendar: CalendarFile | null;
  /** One-click unsubscribe address; null for a one-time mail. */
  unsubscribe: string | null;
};

/** What differs per reader. */
export type Reader = {
  displayName: string;
  unsubscribe: string;
  /** The reader's page to answer a meeting. */
  answerAddress: (meetingId: number) => string;
};

/** Joins parts with empty lines, skipping empty ones. */
export function plainText(parts: readonly (string | null | false)[]): string {
  return `${parts
    .filter((part) => part !== null && part !== false && part.trim() !== "")
    .join("\n\n")
    .replaceAll("\r\n", "\n")}\n`;
}
