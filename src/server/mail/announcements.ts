import type { NewAnnouncement, SentAnnouncement } from "#contract/email.ts";
import { trimText } from "#contract/text-length.ts";
import { recordAuditEvent } from "#server/access/audit.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { currentMonth } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";

import { requireReady } from "./monthly-mail.ts";

/** Queues it; the caller starts delivery. @throws AppError 'conflict' while the service isn't ready */
export function announce(deps: Deps, actor: Actor, { subject, message }: NewAnnouncement): SentAnnouncement {
  requireReady(deps);
  const { stores, clock } = deps;
  return writeAs(deps, actor, (author) => {
    const now = clock.now().toISOString();
    const announcement = { subject: trimText(subject), message: trimText(message) };
    const id = stores.announcements.insert(announcement, now);
    const mailing = { kind: "announcement", about: String(id), period: currentMonth(deps), now } as const;
    const reaches = stores.outbox.queue(mailing);
    recordAuditEvent(deps, author, "announcement-sent", announcement.subject);
    return { id, reaches };
  });
}
