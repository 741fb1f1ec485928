import type { CalendarFile } from "#server/meetings/calendar.ts";

import type { MailPicture } from "./pictures.ts";

/** One finished text, before it becomes a mail: everything that a program or a person needs to see. */
export type Message = {
  subject: string;
  html: string;
  text: string;
  pictures: MailPicture[];
  calendar: CalendarFile | null;
  /** Address that ends this kind of mail with one click, or null for a mail that comes once. */
  unsubscribe: string | null;
};

/** What differs from mail to mail of one sending; `unsubscribe` is the address that ends them for this reader. */
export type Reader = {
  displayName: string;
  unsubscribe: string;
  /** Of the page that answers a meeting for this reader. */
  answerAddress: (meetingId: number) => string;
};

/** Joins the parts of a plain-text mail with empty lines between them; empty parts are left out. */
export function plainText(parts: readonly (string | null | false)[]): string {
  return `${parts
    .filter((part) => part !== null && part !== false && part.trim() !== "")
    .join("\n\n")
    .replaceAll("\r\n", "\n")}\n`;
}
