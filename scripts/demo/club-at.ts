import { formatInTimeZone } from "date-fns-tz";

import { zonedInstant } from "#contract/zoned-time.ts";
import type { Deps } from "#server/deps.ts";

export const depsAt = (deps: Deps, day: Date): Deps => ({ ...deps, clock: { now: () => day } });

/** At `day`, but not before the current month, whose book members can't use earlier. */
export function depsThisMonthAt(deps: Deps, now: Date, day: Date): Deps {
  const { clubTimeZone } = deps.config;
  const monthStart = zonedInstant(`${formatInTimeZone(now, clubTimeZone, "yyyy-MM")}-01T00:00`, clubTimeZone);
  return depsAt(deps, day < monthStart ? monthStart : day);
}
