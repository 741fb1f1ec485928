import { EREADER_MAIL_LIMIT, type EreaderChoice, type ProfilePatch } from "#contract/profile.ts";
import { trimText } from "#contract/text-length.ts";
import { consumeLimit, type Member } from "#server/access/limits.ts";
import { revokeTokens } from "#server/access/one-time-tokens.ts";
import type { Deps } from "#server/deps.ts";
import { isMailEnabled, queueMail } from "#server/outbox/outbox.ts";

export function findEreaderChoice({ stores }: Deps, userId: number): EreaderChoice {
  return stores.ereaderChoices.find(userId);
}

/** A new address must be confirmed by the link sent there. @throws AppError 'too-many' */
export function saveEreaderChoice(deps: Deps, member: Member, patch: ProfilePatch): void {
  const choiceBefore = findEreaderChoice(deps, member.id);
  const trimmedEmail = trimText(patch.ereaderEmail ?? undefined);
  const ereaderEmail = patch.ereaderEmail === undefined ? choiceBefore.ereaderEmail : trimmedEmail || null;
  const isUnchanged = ereaderEmail === choiceBefore.ereaderEmail;
  deps.stores.ereaderChoices.save(member.id, {
    ereaderEmail,
    ereaderConfirmed: isUnchanged && choiceBefore.ereaderConfirmed,
    ereaderEachBook: patch.ereaderEachBook ?? choiceBefore.ereaderEachBook,
  });
  if (isUnchanged) return;
  revokeTokens(deps, member.id, "ereader");
  if (ereaderEmail !== null && isMailEnabled(deps)) sendEreaderLink(deps, member, ereaderEmail);
}

export function confirmEreaderAddress({ stores }: Deps, userId: number): string | null {
  const choice = stores.ereaderChoices.find(userId);
  if (choice.ereaderEmail !== null) stores.ereaderChoices.save(userId, { ...choice, ereaderConfirmed: true });
  return choice.ereaderEmail;
}

/** Counts toward the daily limit of mails to eReaders. @throws AppError 'too-many' */
export function sendEreaderLink(deps: Deps, member: Member, ereaderEmail: string): void {
  consumeLimit(deps, member, EREADER_MAIL_LIMIT);
  queueMail(deps, { kind: "ereader-link", userId: member.id, email: ereaderEmail });
}
