import { createHash } from "node:crypto";

import { subYears } from "date-fns";

import type { CalendarAddress } from "#contract/profile.ts";
import { localTime } from "#contract/zoned-time.ts";
import { type Caller, writeAs } from "#server/access/caller.ts";
import { newToken } from "#server/adapters/secrets.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { publicOrigin } from "#server/http/proxy-headers.ts";

import { answerText } from "./answers.ts";
import { calendarWriter, toEvent } from "./calendar.ts";

export function readCalendarAddress(deps: Deps, userId: number): CalendarAddress {
  const token = deps.stores.calendarFeeds.find(userId);
  return { url: token && `${publicOrigin(deps.config)}/calendar/${token}.ics` };
}

/** Makes the address or a new one; the old one stops working. */
export function makeCalendarAddress(deps: Deps, actor: Caller): CalendarAddress {
  return writeAs(deps, actor, ({ id }) => {
    deps.stores.calendarFeeds.save(id, newToken(), deps.clock.now().toISOString());
    return readCalendarAddress(deps, id);
  });
}

export function removeCalendarAddress(deps: Deps, actor: Caller): CalendarAddress {
  return writeAs(deps, actor, ({ id }) => {
    deps.stores.calendarFeeds.remove(id);
    return readCalendarAddress(deps, id);
  });
}

/** @param file last part of the address @throws AppError 'not-found' */
export function ownerOfCalendar({ stores }: Deps, file: string): number {
  const [, token] = /^([\w-]{43})\.ics$/.exec(file) ?? [];
  const owner = token === undefined ? null : stores.calendarFeeds.findOwner(token);
  if (owner === null) throw new AppError("not-found", "There is no calendar at this address.");
  return owner;
}

/** Dated meetings since a year ago, with the member's answers, and an etag. */
export async function memberCalendar(deps: Deps, userId: number): Promise<{ text: string; etag: string }> {
  const { stores, clock, config } = deps;
  const write = await calendarWriter();
  const since = localTime(subYears(clock.now(), 1), config.clubTimeZone).slice(0, 10);
  const events = stores.meetings
    .listDatedFrom(since)
    .map((meeting) => toEvent(deps, meeting, answerText(stores.meetingAnswers.find(meeting.id, userId))));
  const text = write(
    events.filter((event) => event !== null),
    config.clubName,
  );
  return { text, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"` };
}
