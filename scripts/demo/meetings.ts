import { Value } from "@sinclair/typebox/value";
import { addDays, subDays } from "date-fns";
import { formatInTimeZone } from "date-fns-tz";

import { NewAnswer } from "#contract/meetings.ts";
import type { MeetingRow } from "#db/meetings.ts";
import type { Actor } from "#server/access/caller.ts";
import { createPost } from "#server/board/posts.ts";
import type { Deps } from "#server/deps.ts";
import { answerMeeting } from "#server/meetings/answers.ts";
import { findCurrentMeeting } from "#server/meetings/current-meeting.ts";
import { answerDates, askForDate } from "#server/meetings/dates.ts";
import { setHost } from "#server/meetings/hosts.ts";
import { planMeeting } from "#server/meetings/meetings.ts";
import { claimNeed, createNeed } from "#server/meetings/needs.ts";

import meetings from "../../demo/meetings.json" with { type: "json" };

type Find = (username: string) => Actor;

export async function seedPastMeeting(deps: Deps, now: Date, bookId: number, actor: Actor, find: Find): Promise<void> {
  const pastTime = subDays(now, 40);
  const oldDeps = { ...deps, clock: { now: () => pastTime } };
  const date = formatInTimeZone(addDays(pastTime, 12), deps.config.clubTimeZone, "yyyy-MM-dd");
  const { id } = planMeeting(oldDeps, actor, { date, time: "19:00", location: "Margit’s kitchen, 3 Ropewalk", bookId });
  for (const { username, ...answer } of meetings.past.answers)
    answerMeeting(oldDeps, find(username), id, Value.Parse(NewAnswer, answer));
  await createPost(oldDeps, find("frances"), { content: "Cheese straws. There will be enough this time." });
}

export function seedComingMeeting(deps: Deps, actor: Actor, findActor: Find): void {
  const meeting = findCurrentMeeting(deps);
  if (!meeting) throw new Error("The demo club has no meeting");
  for (const { username, ...answer } of meetings.coming.answers)
    answerMeeting(deps, findActor(username), meeting.id, Value.Parse(NewAnswer, answer));
  askWhetherADayLater(deps, meeting, findActor);
  for (const { claimedBy, ...wanted } of meetings.coming.needs) {
    const { id } = createNeed(deps, actor, meeting.id, wanted);
    for (const username of claimedBy) claimNeed(deps, findActor(username), id, 1);
  }
}

function askWhetherADayLater(deps: Deps, { id, date, time }: MeetingRow, findActor: Find): void {
  const host = findActor(meetings.coming.host);
  setHost(deps, host, id, {});
  const dayAfter = addDays(new Date(`${date}T12:00:00Z`), 1)
    .toISOString()
    .slice(0, 10);
  const { dates } = askForDate(deps, host, id, { dates: [date, dayAfter].map((day) => ({ date: day, time })) });
  for (const [username, availability] of Object.entries(meetings.coming.canCome)) {
    const ids = dates.filter((_, index) => availability[index]).map((option) => option.id);
    answerDates(deps, findActor(username), id, { ids });
  }
}
