import type { ChangedMailChoices } from "#db/users.ts";
import type { Deps } from "#server/deps.ts";
import { dropUnsubscribed } from "#server/outbox/outbox.ts";

/** Also removes waiting mails that are now unwanted. Call it in a transaction. */
export function chooseMail(deps: Deps, userId: number, choices: ChangedMailChoices): void {
  deps.stores.users.updateMailChoices(userId, choices);
  dropUnsubscribed(deps, userId);
}
