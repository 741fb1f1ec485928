import { addHours } from "date-fns";

import type { Club } from "#contract/club.ts";
import { hashCode, newCode } from "#server/adapters/secrets.ts";
import type { Deps } from "#server/deps.ts";
import { isMailEnabled } from "#server/outbox/outbox.ts";

export function getClubInfo(deps: Deps): Club {
  const { config, stores, clock } = deps;
  return {
    name: config.clubName,
    shortName: config.clubShortName,
    since: config.clubSince,
    timeZone: config.clubTimeZone,
    publicDomain: config.publicUrl === null ? null : new URL(config.publicUrl).host,
    teamAvatarUrl: config.teamAvatarUrl,
    passwordMinLength: config.passwordMinLength,
    setUpOpen: stores.setUp.isOpen(clock.now().toISOString()) && stores.users.countAdmins() === 0,
    mailOn: isMailEnabled(deps),
  };
}

const SET_UP_CODE_TTL_HOURS = 24;

/** Null if there is an admin. */
export function createSetUpCode(deps: Deps): string | null {
  if (deps.stores.users.countAdmins() > 0) {
    deps.stores.setUp.delete();
    return null;
  }
  const code = newCode();
  deps.stores.setUp.save(hashCode(code), addHours(deps.clock.now(), SET_UP_CODE_TTL_HOURS).toISOString());
  return code;
}
