import type { SessionRow } from "#contract/profile.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import { type Caller, writeAs } from "./caller.ts";
import { deleteOtherDevices } from "./devices.ts";
import { getSessionCutoffs } from "./sessions.ts";

export function listSessions(deps: Deps, { user, sessionId }: Caller): SessionRow[] {
  const { seenAfter, createdAfter } = getSessionCutoffs(deps.clock.now());
  return deps.stores.sessions
    .list(user.id, seenAfter, createdAfter)
    .map((row) => ({ ...row, current: row.id === sessionId }));
}

/** Also deletes other known devices, where someone could still guess passwords. @throws AppError 'not-found' */
export function endOwnSession(deps: Deps, actor: Caller, id: number, deviceToken: string | null): void {
  writeAs(deps, actor, (author) => {
    if (!deps.stores.sessions.delete(id, author.id))
      throw new AppError("not-found", "You are no longer signed in there.");
    deleteOtherDevices(deps, author.id, deviceToken);
  });
  deps.log.info("session ended", { user: actor.user.id });
}
