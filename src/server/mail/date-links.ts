import { MAIL_LINKS } from "#contract/first-paint.ts";
import type { LinkDatesAnswer, LinkedDates } from "#contract/meeting-dates.ts";
import type { User } from "#contract/users.ts";
import { signToken, verifyToken } from "#server/access/signed-token.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { publicOrigin } from "#server/http/proxy-headers.ts";
import { questionOf, requireDateQuestion } from "#server/meetings/date-question.ts";
import { answerDates } from "#server/meetings/dates.ts";
import { getMeeting } from "#server/meetings/serialize-meeting.ts";
import { findMember } from "#server/members/users.ts";

import { badLink, requireSecondStep } from "./answer-links.ts";

const PURPOSE = "dates";

/** Answers a meeting's question for a date without signing in; ends with the question (BEYOND 10). */
export function datesAddress(deps: Deps, userId: number, meetingId: number): string {
  const token = signToken(deps, PURPOSE, [userId, `${meetingId}_${questionOf(deps, meetingId)}`]);
  return `${publicOrigin(deps.config)}${MAIL_LINKS.dates}?token=${token}`;
}

/** @throws AppError 'not-found' for a bad token, or a deleted member or meeting; 'conflict' when nothing is asked anymore */
export function readDatesLink(deps: Deps, token: string): LinkedDates {
  const { user, meetingId } = requireLink(deps, token);
  const viewer = { id: user.id, isAdmin: false };
  const { date, time, location, dates, datesMine } = getMeeting(deps, viewer, meetingId);
  return {
    displayName: user.displayName,
    meeting: { date, time, location },
    dates: dates.map(({ can: _can, people: _people, ...option }) => option),
    answered: datesMine,
  };
}

/** Signs nobody in. @throws AppError as `readDatesLink`; 'invalid' for dates that aren't asked about; 'conflict' */
export function answerDatesByLink(deps: Deps, { token, ids, confirm }: LinkDatesAnswer): LinkedDates {
  const { user, meetingId } = requireLink(deps, token);
  const { dates } = readDatesLink(deps, token);
  const isAsked = ids.every((id) => dates.some((date) => date.id === id));
  const lost = dates.filter(({ id, mine }) => mine && !ids.includes(id)).length;
  if (isAsked && lost > 0)
    requireSecondStep(
      `You said you can come on ${lost === 1 ? "a date" : `${lost} dates`} that this answer leaves out.`,
      confirm,
    );
  answerDates(deps, { user, token: null }, meetingId, { ids });
  return readDatesLink(deps, token);
}

function requireLink(deps: Deps, token: string): { user: User; meetingId: number } {
  const [userId, question = ""] = verifyToken(deps, PURPOSE, token) ?? [];
  const user = userId === undefined ? null : findMember(deps, Number(userId));
  const [meetingId, number] = question.split("_").map(Number);
  if (!user || meetingId === undefined || number === undefined) throw badLink();
  requireDateQuestion(deps, meetingId);
  if (questionOf(deps, meetingId) !== number) throw new AppError("conflict", "This question is over.");
  return { user, meetingId };
}
