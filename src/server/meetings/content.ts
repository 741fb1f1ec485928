import { isValid, parseISO } from "date-fns";

import type { Content, ContentChange } from "#contract/content.ts";
import { recordAct } from "#server/audit/audit.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/http/errors.ts";
import { requireSeen } from "#server/http/stale-change.ts";
import { type Actor, writeAs } from "#server/members/caller.ts";

/**
 * Changes the given fields.
 * @throws AppError 'invalid' for a day that no calendar has, like February 31st; 'conflict' when a field is no longer as it `was`
 */
export function changeContent(deps: Deps, { was, ...patch }: ContentChange, by: Actor): Content {
  if (patch.meetingDate && !isValid(parseISO(patch.meetingDate))) {
    const message = `There is no such day as ${patch.meetingDate}`;
    throw new AppError("invalid", message, { errors: [{ path: "/meetingDate", message }] });
  }
  return writeAs(deps, by, (author) => {
    const before = deps.stores.content.find();
    requireSeen(before, patch, was);
    const after = deps.stores.content.update(patch);
    const changed = CONTENT_FIELDS.filter((field) => before[field] !== after[field]);
    if (changed.length > 0) recordAct(deps, author, "content-changed", changed.join(","));
    return after;
  });
}

const CONTENT_FIELDS = ["welcomeMessage", "presidentMessage", "meetingDate", "meetingTime", "meetingLocation"] as const;
