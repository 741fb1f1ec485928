import { addHours } from "date-fns";

import { hashCode, newCode } from "#server/adapters/secrets.ts";
import type { Deps } from "#server/deps.ts";

const SET_UP_HOURS = 24;

/** @returns the code for the link, or null when the club has an admin */
export function openSetUp(deps: Deps): string | null {
  if (deps.stores.users.countAdmins() > 0) {
    deps.stores.setUp.remove();
    return null;
  }
  const code = newCode();
  deps.stores.setUp.save(hashCode(code), addHours(deps.clock.now(), SET_UP_HOURS).toISOString());
  return code;
}

export function isSetUpOpen(deps: Deps): boolean {
  return deps.stores.setUp.isOpen(deps.clock.now().toISOString()) && deps.stores.users.countAdmins() === 0;
}
