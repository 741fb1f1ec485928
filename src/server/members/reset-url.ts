import type { ResetLink } from "#contract/access.ts";
import { issueOneTimeToken } from "#server/access/one-time-tokens.ts";
import type { Deps } from "#server/deps.ts";
import { publicOrigin } from "#server/http/public-origin.ts";

/** A new link that sets a new password once; its secret is stored hashed. */
export function resetAddress(deps: Deps, userId: number, madeBy?: number): ResetLink {
  const { secret, expiresAt } = issueOneTimeToken(deps, "reset", { userId, ...(madeBy && { madeBy }) });
  return { url: `${publicOrigin(deps.config)}/auth?reset=${secret}`, expiresAt };
}
