import type { User } from "#contract/users.ts";
import type { MeetingRow } from "#db/meetings.ts";
import { describeError } from "#server/adapters/log.ts";
import { currentMonth } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";

/** Whether mail is set up and switched on. Nothing is queued while it isn't. */
export function isMailOn(deps: Deps): boolean {
  return isConfigured(deps) && deps.stores.email.isEnabled();
}

/** Queues the mail for someone who joined, which has to work without it: never throws (SPEC 9). */
export function queueWelcome(deps: Deps, { id }: Pick<User, "id">): void {
  try {
    queue(deps, (at) => deps.stores.outbox.queue({ kind: "welcome", userId: id, about: "", ...at }));
  } catch (error) {
    deps.log.error("welcome mail", { error: describeError(error) });
  }
}

/**
 * Queues a link that sets a new password. Call it, and what follows here, in the transaction of what it tells.
 * @param afterMs delays it: its time mustn't tell that an address is known
 */
export function queueReset(deps: Deps, userId: number, afterMs: number): void {
  queue(deps, (at) => deps.stores.outbox.queue({ kind: "password-reset", userId, about: at.now, ...at }), afterMs);
}

/** Queues a note to the address a member had before. */
export function queueFormerAddress(deps: Deps, { id, email }: Pick<User, "id" | "email">): void {
  if (email === "") return;
  queue(deps, (at) => deps.stores.outbox.queueToAddress({ kind: "address-changed", userId: id, email }, at));
}

/** Queues a note to a member who has a new password or passkey. */
export function queueSignInChanged(deps: Deps, userId: number, what: "password" | "passkey"): void {
  queue(deps, (at) => deps.stores.outbox.queue({ kind: "sign-in-changed", userId, about: `${at.now} ${what}`, ...at }));
}

/** Queues a link to an eReader's address, for its owner to confirm it. */
export function queueEreaderLink(deps: Deps, userId: number, email: string): void {
  queue(deps, (at) => deps.stores.outbox.queueToAddress({ kind: "ereader-link", userId, email }, at));
}

/** Queues a mail to all who want it, once per change. @returns how many */
export function queueMeetingChanged(deps: Deps, { id, sequence }: Pick<MeetingRow, "id" | "sequence">): number {
  return queue(deps, (at) => deps.stores.outbox.queue({ kind: "meeting-changed", about: `${id}:${sequence}`, ...at }));
}

/** Queues a question for a meeting's date, once for each set of dates, to all who haven't answered it. @returns how many */
export function queueMeetingDates(deps: Deps, meetingId: number, dates: string): number {
  return queue(deps, (at) =>
    deps.stores.outbox.queue({ kind: "meeting-dates", meetingId, about: `${meetingId}:${dates}`, ...at }),
  );
}

/** Removes waiting mail that its member doesn't want anymore. */
export function dropUnsubscribed(deps: Deps, userId: number): void {
  deps.stores.outbox.unqueueUnwanted(userId);
}

/** Writes the row while mail is on, and tells the sender. @returns what `write` does, 0 while mail is off */
function queue<Result>(
  deps: Deps,
  write: (at: { period: string; now: string }) => Result,
  afterMs?: number,
): Result | 0 {
  if (!isMailOn(deps)) return 0;
  const written = write({ period: currentMonth(deps), now: deps.clock.now().toISOString() });
  deps.outboxNotifier.notify(afterMs);
  return written;
}

type Configured = { config: Pick<Deps["config"], "email"> };

export function missingSettings({ config: { email } }: Configured): string[] {
  const { address, username, password } = email.smtp;
  const smtp = {
    SMTP_ADDRESS: address,
    // without both, the server is used without signing in
    ...(password !== null && { SMTP_USERNAME: username }),
    ...(username !== null && { SMTP_PASSWORD: password }),
    EMAIL_FROM: email.from,
  };
  const ses = {
    AWS_REGION: email.region,
    AWS_ACCESS_KEY_ID: email.accessKeyId,
    AWS_SECRET_ACCESS_KEY: email.secretAccessKey,
    EMAIL_FROM: email.from,
  };
  return Object.entries(email.way === "smtp" ? smtp : ses).flatMap(([name, value]) => (value === null ? [name] : []));
}

export function isConfigured(deps: Configured): boolean {
  return missingSettings(deps).length === 0;
}
