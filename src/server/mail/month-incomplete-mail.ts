import type { MissingPart } from "#contract/months.ts";
import { addCalendarDays, addCalendarMonths, zonedInstant } from "#contract/zoned-time.ts";
import { getCurrentMonth } from "#server/books/current-book.ts";
import { formatMonth } from "#server/books/format-month.ts";
import type { Deps } from "#server/deps.ts";
import { html } from "#server/http/html.ts";
import { getMonthPlan } from "#server/meetings/month-plan.ts";
import { addToOutbox } from "#server/outbox/outbox.ts";

import { INLINE_STYLES, type MailFrame } from "./layout.ts";
import { buttonBlock, composeMessage, type Message } from "./message.ts";

/** At 09:00 in the club's zone (BEYOND 3). */
const WARNING_DAYS_BEFORE = 3;
const ANY_ADMIN = { id: 0, isAdmin: true };

export const listMissingParts = (deps: Deps, month: string) => getMonthPlan(deps, ANY_ADMIN, month).missing;

/** @returns the number of mails */
export function queueMonthIncompleteMail(deps: Deps): number {
  const { stores, clock, config } = deps;
  const month = addCalendarMonths(getCurrentMonth(deps), 1);
  const dueAt = zonedInstant(`${addCalendarDays(`${month}-01`, -WARNING_DAYS_BEFORE)}T09:00`, config.clubTimeZone);
  const isDue = dueAt <= clock.now() && stores.email.wasEnabled(dueAt.toISOString());
  if (!isDue || listMissingParts(deps, month).length === 0) return 0;
  return addToOutbox(deps, { kind: "month-unready", dedupeKey: month });
}

const MISSING_LABELS: Record<MissingPart, string> = {
  book: "a book",
  cover: "the book's cover",
  ebook: "the eBook",
  audiobook: "the audiobook",
  meeting: "a meeting",
  message: "a message from the team",
};

export function createMonthIncompleteMessage(
  frame: MailFrame,
  month: string,
  missing: readonly MissingPart[],
  displayName: string,
): Message {
  const { clubName, address } = frame;
  const title = `${formatMonth(month)} isn't ready yet`;
  const labels = missing.map((part) => MISSING_LABELS[part]);
  return composeMessage(frame, {
    subject: `${clubName}: ${title}`,
    preheader: `Still missing: ${labels.join(", ")}.`,
    title,
    body: [
      `Dear ${displayName},`,
      `${formatMonth(month)} begins in a few days, and the monthly email goes out on the 1st. Still missing:`,
      {
        html: html`<ul style="${INLINE_STYLES.text}">
          ${labels.map((label) => html`<li>${label}</li>`)}
        </ul>`,
        text: labels.map((label) => `- ${label}`).join("\n"),
      },
      buttonBlock(frame, `${address}/admin`, "Open the dashboard"),
    ],
    reason: `You get this because you are an admin of ${clubName}.`,
  });
}
