/**
 * Whom a limit counts. Nobody can make themselves another one, unlike a session, a cookie, a code or the address of a
 * feed, so those are never counted under. A mailbox is counted for what it receives, no matter who asks.
 */
export type RateLimitSubject = { member: number } | { username: string } | { network: string } | { mailbox: string };

/** Stored, so it must not change for names and networks, whose waits outlast an upgrade. */
export function subjectKey(subject: RateLimitSubject): string {
  if ("member" in subject) return `member:${subject.member}`;
  if ("username" in subject) return `name:${subject.username}`;
  if ("network" in subject) return `address:${subject.network}`;
  return `mailbox:${subject.mailbox}`;
}
