import { isValid, parse } from "date-fns";

import type { Content, ContentPatch } from "#contract/content.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

/** Changes the given fields. @throws AppError 'invalid' for a day that no calendar has, like February 31st */
export function changeContent(deps: Deps, patch: ContentPatch): Content {
  if (patch.meetingDate && !isValid(parse(patch.meetingDate, "yyyy-MM-dd", new Date(0)))) {
    const message = `There is no such day as ${patch.meetingDate}`;
    throw new AppError("invalid", message, { errors: [{ path: "/meetingDate", message }] });
  }
  return deps.stores.content.update(patch);
}
