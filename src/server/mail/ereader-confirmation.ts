import type { ConfirmedEreader, EreaderLink } from "#contract/profile.ts";
import { type Caller, writeAs } from "#server/access/caller.ts";
import { consumeOneTimeToken, findTokenOwner } from "#server/access/one-time-tokens.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { confirmChoice, findEreaderChoice, sendEreaderLink } from "#server/members/ereader-choice.ts";

import { requireReady } from "./monthly-mail.ts";

/** Sends the link again (BEYOND 9). @throws AppError 'conflict'; 'too-many' */
export function sendLinkAgain(deps: Deps, actor: Caller): void {
  writeAs(deps, actor, (author) => {
    const { ereaderEmail, ereaderConfirmed } = findEreaderChoice(deps, author.id);
    if (ereaderEmail === null)
      throw new AppError("conflict", "Add your eReader's email address on your profile first.");
    if (ereaderConfirmed) throw new AppError("conflict", "Your eReader is already confirmed.");
    requireReady(deps);
    sendEreaderLink(deps, author, ereaderEmail);
  });
}

/** Works signed out: the link may be opened on the eReader. @throws AppError 'not-found' */
export function confirmEreader(deps: Deps, { token }: EreaderLink): ConfirmedEreader {
  // most wrong ones end here, without a transaction
  if (findTokenOwner(deps, "ereader", token) === null) throw deadLink();
  return deps.stores.transaction(() => {
    const userId = consumeOneTimeToken(deps, "ereader", token);
    if (userId === null) throw deadLink();
    const ereaderEmail = confirmChoice(deps, userId);
    if (ereaderEmail === null) throw deadLink();
    deps.log.info("eReader confirmed", { user: userId });
    return { ereaderEmail };
  });
}

function deadLink(): AppError {
  return new AppError(
    "not-found",
    "This link has expired or was used. Your profile shows whether your eReader is confirmed.",
  );
}
