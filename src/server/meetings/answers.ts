import type { Meeting, NewAnswer, OwnAnswer } from "#contract/meetings.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { requireLatestChange } from "#server/access/latest-change.ts";
import type { Deps } from "#server/deps.ts";

import { requireUpcoming } from "./current-meeting.ts";
import { deleteClaims } from "./needs.ts";
import { getMeeting } from "./serialize-meeting.ts";

export function findAnswer({ stores }: Deps, meetingId: number, userId: number): OwnAnswer | null {
  return stores.meetingAnswers.find(meetingId, userId);
}

/** A sentence that repeats a member's answer; empty without an answer. */
export function formatAnswer(answer: OwnAnswer | null): string {
  if (answer === null) return "";
  const guests = answer.guests === 0 ? "" : answer.guests === 1 ? " with 1 guest" : ` with ${answer.guests} guests`;
  if (answer.answer === "no") return "You can't come.";
  return answer.answer === "yes" ? `You're coming${guests}.` : `You might come${guests}.`;
}

/** Declining also returns what the member promised to bring (BEYOND 2). @throws AppError 'not-found'; 'conflict' if it's over or canceled */
export function answerMeeting(deps: Deps, actor: Actor, id: number, { answer, guests = 0 }: NewAnswer): Meeting {
  const { stores, clock } = deps;
  return writeAs(deps, actor, (author) => {
    requireUpcoming(deps, id);
    const after = { answer, guests: answer === "no" ? 0 : guests };
    const before = stores.meetingAnswers.find(id, author.id);
    requireLatestChange(deps, actor, `answer ${id}`, Bun.deepEquals(before, after));
    stores.meetingAnswers.save(id, author.id, after, clock.now().toISOString());
    if (answer === "no") deleteClaims(deps, actor, id);
    return getMeeting(deps, author, id);
  });
}

export function withdrawAnswer(deps: Deps, actor: Actor, id: number): Meeting {
  const { stores } = deps;
  return writeAs(deps, actor, (author) => {
    requireUpcoming(deps, id);
    requireLatestChange(deps, actor, `answer ${id}`, stores.meetingAnswers.find(id, author.id) === null);
    stores.meetingAnswers.delete(id, author.id);
    deleteClaims(deps, actor, id);
    return getMeeting(deps, author, id);
  });
}
