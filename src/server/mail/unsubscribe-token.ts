import type { MailChoices } from "#contract/profile.ts";
import { signToken, verifyToken } from "#server/access/signed-token.ts";
import type { Deps } from "#server/deps.ts";
import { findMember } from "#server/members/users.ts";

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
  return signToken(deps, name ? `unsubscribe:${name}` : "unsubscribe", name ? [userId, name] : [userId]);
}

/** Null when we didn't make it or the member is gone. */
export function readUnsubscribeToken(deps: Deps, token: string): { userId: number; choice: MailChoice } | null {
  for (const choice of ["wantsMonthlyMail", "wantsMeetingMail", "wantsAnnouncements"] as const) {
    const name = NAMES[choice];
    const parts = verifyToken(deps, name ? `unsubscribe:${name}` : "unsubscribe", token);
    if (parts?.length !== (name ? 2 : 1)) continue;
    const userId = Number(parts[0]);
    return findMember(deps, userId) ? { userId, choice } : null;
  }
  return null;
}
