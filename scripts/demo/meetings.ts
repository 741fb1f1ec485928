import { addDays, subDays } from "date-fns";
import { formatInTimeZone } from "date-fns-tz";

import type { NewAnswer } from "#contract/meetings.ts";
import type { MeetingRow } from "#db/meetings.ts";
import type { Actor } from "#server/access/caller.ts";
import { addPost } from "#server/board/posts.ts";
import type { Deps } from "#server/deps.ts";
import { answerMeeting } from "#server/meetings/answers.ts";
import { currentMeeting } from "#server/meetings/current-meeting.ts";
import { answerDates, askForDate } from "#server/meetings/dates.ts";
import { setHost } from "#server/meetings/hosts.ts";
import { planMeeting } from "#server/meetings/meetings.ts";
import { addNeed, claimNeed } from "#server/meetings/needs.ts";

type Answered = NewAnswer & { username: string };

const LAST_TIME: readonly Answered[] = [
  { username: "margit", answer: "yes" },
  { username: "leopold", answer: "yes" },
  { username: "frances", answer: "yes", guests: 1 },
  { username: "dev", answer: "no" },
];
/** Teo has not made up his mind, and has not said so. */
const THIS_TIME: readonly Answered[] = [
  { username: "margit", answer: "yes" },
  { username: "leopold", answer: "yes" },
  { username: "beatriz", answer: "yes", guests: 1 },
  { username: "hana", answer: "yes" },
  { username: "frances", answer: "maybe" },
  { username: "dev", answer: "no" },
];
const HOST = "leopold";
/** Who could come on the day of the meeting, and on the day after it. */
const CAN_COME = { leopold: [true, true], frances: [false, true], beatriz: [true, true], hana: [true, false] };
const NEEDS = [
  { what: "Red wine", quantity: 3, claimedBy: ["leopold", "hana"] },
  { what: "Bread", quantity: 2, claimedBy: [] },
];

type Find = (username: string) => Actor;

export async function seedPastMeeting(deps: Deps, now: Date, bookId: number, by: Actor, find: Find): Promise<void> {
  const then = subDays(now, 40);
  const early = { ...deps, clock: { now: () => then } };
  const date = formatInTimeZone(addDays(then, 12), deps.config.clubTimeZone, "yyyy-MM-dd");
  const { id } = planMeeting(early, by, { date, time: "19:00", location: "Margit’s kitchen, 3 Ropewalk", bookId });
  for (const { username, ...answer } of LAST_TIME) answerMeeting(early, find(username), id, answer);
  await addPost(early, find("frances"), { content: "Cheese straws. There will be enough this time." });
}

export function seedComingMeeting(deps: Deps, by: Actor, find: Find): void {
  const meeting = currentMeeting(deps);
  if (!meeting) throw new Error("The demo club has no meeting");
  for (const { username, ...answer } of THIS_TIME) answerMeeting(deps, find(username), meeting.id, answer);
  askWhetherADayLater(deps, meeting, find);
  for (const { claimedBy, ...wanted } of NEEDS) {
    const { id } = addNeed(deps, by, meeting.id, wanted);
    for (const username of claimedBy) claimNeed(deps, find(username), id, 1);
  }
}

function askWhetherADayLater(deps: Deps, { id, date, time }: MeetingRow, find: Find): void {
  setHost(deps, find(HOST), id, {});
  const dayAfter = addDays(new Date(`${date}T12:00:00Z`), 1)
    .toISOString()
    .slice(0, 10);
  const { dates } = askForDate(deps, find(HOST), id, { dates: [date, dayAfter].map((day) => ({ date: day, time })) });
  for (const [username, can] of Object.entries(CAN_COME)) {
    const ids = dates.filter((_, index) => can[index]).map((option) => option.id);
    answerDates(deps, find(username), id, { ids });
  }
}
