import type { MailChoices } from "#contract/profile.ts";
import type { Deps } from "#server/deps.ts";

import { readSigned, sign } from "./signed-token.ts";

/** What a member can stop by a link: each mail that they may choose names its own (BEYOND 3). */
export type MailChoice = keyof MailChoices;

const NAMES: Record<MailChoice, string> = {
  // as in the links of mails from when there was no other choice
  wantsMonthlyMail: "",
  wantsMeetingMail: "meetings",
  wantsAnnouncements: "announcements",
};

/** Sets which mails a member gets; what waits to go out to them unwanted is taken back. Call it in a transaction. */
export function chooseMail({ stores }: Deps, userId: number, choices: Partial<MailChoices>): void {
  stores.users.updateMailChoices(userId, choices);
  stores.outbox.unqueueUnwanted(userId);
}

/** The token of the link that ends one kind of mail for one member. It never expires, and can do nothing else. */
export function unsubscribeToken(deps: Deps, userId: number, choice: MailChoice = "wantsMonthlyMail"): string {
  const name = NAMES[choice];
  return sign(deps, name ? `unsubscribe:${name}` : "unsubscribe", name ? [userId, name] : [userId]);
}

/** Whose token that is and what it ends, or null when we did not make it or the member is gone. */
export function readUnsubscribeToken(deps: Deps, token: string): { userId: number; choice: MailChoice } | null {
  for (const choice of ["wantsMonthlyMail", "wantsMeetingMail", "wantsAnnouncements"] as const) {
    const name = NAMES[choice];
    const parts = readSigned(deps, name ? `unsubscribe:${name}` : "unsubscribe", token);
    if (parts?.length !== (name ? 2 : 1)) continue;
    const userId = Number(parts[0]);
    return deps.stores.users.find(userId) ? { userId, choice } : null;
  }
  return null;
}
