import type { MailChoices } from "#contract/profile.ts";
import type { Deps } from "#server/deps.ts";

import { readSigned, sign } from "./signed-token.ts";

export type MailChoice = keyof MailChoices;

const NAMES: Record<MailChoice, string> = {
  // links of earlier mails have no name
  wantsMonthlyMail: "",
  wantsMeetingMail: "meetings",
  wantsAnnouncements: "announcements",
};

/** Ends one kind of mail for one member, and nothing else; never expires. */
export function unsubscribeToken(deps: Deps, userId: number, choice: MailChoice = "wantsMonthlyMail"): string {
  const name = NAMES[choice];
  return sign(deps, name ? `unsubscribe:${name}` : "unsubscribe", name ? [userId, name] : [userId]);
}

/** Null when we didn't make it or the member is gone. */
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
