import type { Missing } from "#contract/months.ts";
import { dayAfter, monthAfter } from "#contract/zoned-time.ts";
import { formatMonth, getCurrentMonth } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";
import { html } from "#server/http/html.ts";
import { planOf } from "#server/meetings/month-plan.ts";

import { createMailFrame, INLINE_STYLES, renderButton } from "./layout.ts";
import { composeMessage, type Message } from "./message.ts";

/** Days before a month begins, at 09:00 in the club's zone (BEYOND 3). */
const WARNING_DAYS_BEFORE = 3;
const ANY_ADMIN = { id: 0, isAdmin: true };

export const listMissing = (deps: Deps, month: string) => planOf(deps, ANY_ADMIN, month).missing;

/** Queues the warning about next month if it's due and something is missing. @returns the number of mails */
export function queueMonthIncompleteMail(deps: Deps): number {
  const { stores, clock, instantAt } = deps;
  const month = monthAfter(getCurrentMonth(deps), 1);
  const dueAt = instantAt(`${dayAfter(`${month}-01`, -WARNING_DAYS_BEFORE)}T09:00`);
  const now = clock.now();
  if (dueAt > now || !stores.email.wasEnabled(dueAt.toISOString()) || listMissing(deps, month).length === 0) return 0;
  return stores.outbox.queue({
    kind: "month-unready",
    about: month,
    period: getCurrentMonth(deps),
    now: now.toISOString(),
  });
}

const MISSING_LABELS: Record<Missing, string> = {
  book: "a book",
  cover: "the book's cover",
  ebook: "the eBook",
  audiobook: "the audiobook",
  meeting: "a meeting",
  message: "a message from the team",
};

export async function createMonthIncompleteMessage(
  deps: Deps,
  month: string,
  missing: readonly Missing[],
  displayName: string,
): Promise<Message> {
  const frame = await createMailFrame(deps);
  const { clubName, address, season } = frame;
  const name = formatMonth(month);
  const opening = `${name} begins in a few days, and the monthly email goes out on the 1st. Still missing:`;
  const missingLabels = missing.map((part) => MISSING_LABELS[part]);
  return composeMessage(frame, {
    subject: `${clubName}: ${name} isn't ready yet`,
    preheader: `Still missing: ${missingLabels.join(", ")}.`,
    title: `${name} isn't ready yet`,
    body: html`<p style="${INLINE_STYLES.text}">Dear ${displayName},</p>
      <p style="${INLINE_STYLES.text}">${opening}</p>
      <ul style="${INLINE_STYLES.text}">
        ${missingLabels.map((part) => html`<li>${part}</li>`)}
      </ul>
      ${renderButton(season, `${address}/admin`, "Open the dashboard")}`,
    footer: html`You get this because you are an admin of ${clubName}.`,
    text: [
      `Dear ${displayName},`,
      opening,
      missingLabels.map((part) => `- ${part}`).join("\n"),
      `Open the dashboard: ${address}/admin`,
      `--\nYou get this because you are an admin of ${clubName}.`,
    ],
  });
}
