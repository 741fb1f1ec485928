import { MAIL_LINKS } from "#contract/first-paint.ts";
import type { LinkDatesAnswer, LinkedDates } from "#contract/meeting-dates.ts";
import type { Answer, LinkAnswer, LinkedMeeting, NewAnswer } from "#contract/meetings.ts";
import type { User } from "#contract/users.ts";
import { signToken, verifyToken } from "#server/access/signed-token.ts";
import { publicOrigin } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { answerMeeting, formatAnswer } from "#server/meetings/answers.ts";
import { findMeeting, requireUpcoming } from "#server/meetings/current-meeting.ts";
import { getQuestionNumber, requireDateQuestion } from "#server/meetings/date-question.ts";
import { answerDates } from "#server/meetings/dates.ts";
import { getMeeting } from "#server/meetings/serialize-meeting.ts";
import { findMember } from "#server/members/users.ts";

const ANSWER_TOKEN_PURPOSE = "answer";

/** An answer with a lower rank withdraws something. */
const ANSWER_RANKS: Record<Answer, number> = { no: 0, maybe: 1, yes: 2 };

/** Expires with the meeting. */
export function createAnswerUrl(deps: Deps, userId: number, meetingId: number): string {
  return `${publicOrigin(deps.config)}${MAIL_LINKS.answer}?token=${signToken(deps, ANSWER_TOKEN_PURPOSE, [userId, meetingId])}`;
}

/** @throws AppError 'not-found' for a bad token, or a deleted member or meeting */
export function getLinkedMeeting(deps: Deps, token: string): LinkedMeeting {
  const { user, meetingId } = requireAnswerLink(deps, token);
  const viewer = { id: user.id, isAdmin: false };
  const { date, time, location, bookTitle, state, mine } = getMeeting(deps, viewer, meetingId);
  return { displayName: user.displayName, date, time, location, bookTitle, state, mine };
}

/** Creates no session. @throws AppError 'not-found'; 'conflict' if it's over or canceled, or needs `confirm` */
export function answerByLink(deps: Deps, { token, confirm, ...answer }: LinkAnswer): LinkedMeeting {
  const { user, meetingId } = requireAnswerLink(deps, token);
  requireUpcoming(deps, meetingId);
  requireConfirmation(describeWithdrawal(deps, meetingId, user.id, answer), confirm);
  answerMeeting(deps, { user, token: null }, meetingId, answer);
  return getLinkedMeeting(deps, token);
}

/** A sentence about what this answer would withdraw; empty if nothing. */
function describeWithdrawal(deps: Deps, meetingId: number, id: number, { answer, guests = 0 }: NewAnswer): string {
  const { mine, needs } = getMeeting(deps, { id, isAdmin: false }, meetingId);
  const reducesAnswer =
    mine && (ANSWER_RANKS[answer] < ANSWER_RANKS[mine.answer] || (answer !== "no" && guests < mine.guests));
  const endsClaim = answer === "no" && needs.some(({ claims }) => claims.some((claim) => claim.mine));
  return [reducesAnswer ? formatAnswer(mine) : "", endsClaim ? "You said that you bring something." : ""]
    .join(" ")
    .trim();
}

function requireAnswerLink(deps: Deps, token: string): { user: User; meetingId: number } {
  const [userId, meetingId] = (verifyToken(deps, ANSWER_TOKEN_PURPOSE, token) ?? []).map(Number);
  const user = userId === undefined ? null : findMember(deps, userId);
  if (!user || meetingId === undefined || !findMeeting(deps, meetingId)) throw brokenLinkError();
  return { user, meetingId };
}

const brokenLinkError = (): AppError =>
  new AppError("not-found", "This link doesn't work. Use the one in the newest email, or sign in.");

/** Mail scanners open links and submit forms, so withdrawing something needs a second step (BEYOND 14). */
function requireConfirmation(loss: string, confirm = false): void {
  if (loss === "" || confirm) return;
  throw new AppError("conflict", `${loss} To change that, confirm it: reload this page if it doesn't ask you to.`, {
    errors: [{ path: "/confirm", message: loss }],
  });
}

const DATES_TOKEN_PURPOSE = "dates";

/** Expires with the question (BEYOND 10). */
export function createDatesUrl(deps: Deps, userId: number, meetingId: number): string {
  const token = signToken(deps, DATES_TOKEN_PURPOSE, [userId, `${meetingId}_${getQuestionNumber(deps, meetingId)}`]);
  return `${publicOrigin(deps.config)}${MAIL_LINKS.dates}?token=${token}`;
}

/** @throws AppError 'not-found' as `getLinkedMeeting`; 'conflict' if the question is closed */
export function getLinkedDates(deps: Deps, token: string): LinkedDates {
  const { user, meetingId } = requireDatesLink(deps, token);
  const viewer = { id: user.id, isAdmin: false };
  const { date, time, location, dates, datesMine } = getMeeting(deps, viewer, meetingId);
  return {
    displayName: user.displayName,
    meeting: { date, time, location },
    dates: dates.map(({ can: _can, people: _people, ...option }) => option),
    answered: datesMine,
  };
}

/** Creates no session. @throws AppError as `getLinkedDates`; 'invalid' for dates that aren't options; 'conflict' */
export function answerDatesByLink(deps: Deps, { token, ids, confirm }: LinkDatesAnswer): LinkedDates {
  const { user, meetingId } = requireDatesLink(deps, token);
  const { dates } = getLinkedDates(deps, token);
  const areOptions = ids.every((id) => dates.some((date) => date.id === id));
  const lostCount = dates.filter(({ id, mine }) => mine && !ids.includes(id)).length;
  if (areOptions && lostCount > 0)
    requireConfirmation(
      `You said you can come on ${lostCount === 1 ? "a date" : `${lostCount} dates`} that this answer leaves out.`,
      confirm,
    );
  answerDates(deps, { user, token: null }, meetingId, { ids });
  return getLinkedDates(deps, token);
}

function requireDatesLink(deps: Deps, token: string): { user: User; meetingId: number } {
  const [userId, question = ""] = verifyToken(deps, DATES_TOKEN_PURPOSE, token) ?? [];
  const user = userId === undefined ? null : findMember(deps, Number(userId));
  const [meetingId, number] = question.split("_").map(Number);
  if (!user || meetingId === undefined || number === undefined) throw brokenLinkError();
  requireDateQuestion(deps, meetingId);
  if (getQuestionNumber(deps, meetingId) !== number) throw new AppError("conflict", "This question is over.");
  return { user, meetingId };
}
