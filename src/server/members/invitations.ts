import { addDays } from "date-fns";

import type { CreatedInvitation, Invitation, NewInvitation } from "#contract/invitations.ts";
import { requireRow } from "#db/errors.ts";
import { recordAuditEvent } from "#server/access/audit.ts";
import { type Actor, OPERATOR, writeAs } from "#server/access/caller.ts";
import { hashCode, newCode } from "#server/adapters/secrets.ts";
import { publicOrigin } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

export const INVITATION_TTL_DAYS = 30;

/** Only this response contains the code (DESIGN 3). */
export function createInvitation(
  deps: Deps,
  actor: Actor,
  { uses = 1, expiresInDays, isAdmin = false }: NewInvitation,
): CreatedInvitation {
  const now = deps.clock.now();
  const code = newCode();
  const id = writeAs(deps, actor, (author) => {
    recordAuditEvent(deps, author, "invitation-created", isAdmin ? "admin" : "");
    return deps.stores.invitations.insert({
      codeHash: hashCode(code),
      isAdmin,
      uses,
      madeBy: author.id === OPERATOR.user.id ? null : author.id,
      createdAt: now.toISOString(),
      expiresAt: addDays(now, expiresInDays ?? INVITATION_TTL_DAYS).toISOString(),
    });
  });
  const invitation = requireRow(deps.stores.invitations.find(id, now.toISOString()));
  return { ...invitation, code, link: `${publicOrigin(deps.config)}/auth?invite=${code}` };
}

export function listInvitations({ stores, clock }: Deps): Invitation[] {
  return stores.invitations.list(clock.now().toISOString());
}

/** Members who joined by it stay. @throws AppError 'not-found' */
export function revokeInvitation(deps: Deps, actor: Actor, id: number): void {
  writeAs(deps, actor, (author) => {
    if (!deps.stores.invitations.revoke(id, deps.clock.now().toISOString()))
      throw new AppError("not-found", "There is no such invitation.");
    recordAuditEvent(deps, author, "invitation-revoked");
  });
}
