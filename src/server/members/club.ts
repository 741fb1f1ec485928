import type { Club } from "#contract/club.ts";
import type { Deps } from "#server/deps.ts";
import { isMailOn } from "#server/outbox/outbox.ts";

import { isSetUpOpen } from "./set-up.ts";

export function clubFacts(deps: Deps): Club {
  const { config } = deps;
  return {
    name: config.clubName,
    shortName: config.clubShortName,
    since: config.clubSince,
    timeZone: config.clubTimeZone,
    publicDomain: config.publicUrl === null ? null : new URL(config.publicUrl).host,
    teamAvatarUrl: config.teamAvatarUrl,
    passwordMinLength: config.passwordMinLength,
    setUpOpen: isSetUpOpen(deps),
    mailOn: isMailOn(deps),
  };
}
