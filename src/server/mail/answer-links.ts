import { MAIL_LINKS } from "#contract/first-paint.ts";
import type { LinkDatesAnswer, LinkedDates } from "#contract/meeting-dates.ts";
import type { Answer, LinkAnswer, LinkedMeeting, NewAnswer } from "#contract/meetings.ts";
import type { User } from "#contract/users.ts";
import { signToken, verifyToken } from "#server/access/signed-token.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { publicOrigin } from "#server/http/proxy-headers.ts";
import { answerMeeting, answerText } from "#server/meetings/answers.ts";
import { findMeeting, requireUpcoming } from "#server/meetings/current-meeting.ts";
import { questionOf, requireDateQuestion } from "#server/meetings/date-question.ts";
import { answerDates } from "#server/meetings/dates.ts";
import { getMeeting } from "#server/meetings/serialize-meeting.ts";
import { findMember } from "#server/members/users.ts";

const PURPOSE = "answer";

/** An answer of a lower one takes away. */
const RANKS: Record<Answer, number> = { no: 0, maybe: 1, yes: 2 };

/** Answers a meeting without signing in; expires with the meeting. */
export function answerAddress(deps: Deps, userId: number, meetingId: number): string {
  return `${publicOrigin(deps.config)}${MAIL_LINKS.answer}?token=${signToken(deps, PURPOSE, [userId, meetingId])}`;
}

/** @throws AppError 'not-found' for a bad token, or a deleted member or meeting */
export function readAnswerLink(deps: Deps, token: string): LinkedMeeting {
  const { user, meetingId } = requireLink(deps, token);
  const { date, time, location, bookTitle, state, mine } = getMeeting(
    deps,
    {
      id: user.id,
      isAdmin: false,
    },
    meetingId,
  );
  return { displayName: user.displayName, date, time, location, bookTitle, state, mine };
}

/** Signs nobody in. @throws AppError 'not-found' as `readAnswerLink`; 'conflict' when over or canceled, or unconfirmed */
export function answerByLink(deps: Deps, { token, confirm, ...answer }: LinkAnswer): LinkedMeeting {
  const { user, meetingId } = requireLink(deps, token);
  requireUpcoming(deps, meetingId);
  requireSecondStep(lostBy(deps, meetingId, user.id, answer), confirm);
  answerMeeting(deps, { user, token: null }, meetingId, answer);
  return readAnswerLink(deps, token);
}

/** What the member has now and wouldn't have after this answer; empty for nothing. */
function lostBy(deps: Deps, meetingId: number, id: number, { answer, guests = 0 }: NewAnswer): string {
  const { mine, needs } = getMeeting(deps, { id, isAdmin: false }, meetingId);
  const isLess = mine && (RANKS[answer] < RANKS[mine.answer] || (answer !== "no" && guests < mine.guests));
  const isBringing = answer === "no" && needs.some(({ claims }) => claims.some((claim) => claim.mine));
  return [isLess ? answerText(mine) : "", isBringing ? "You said that you bring something." : ""].join(" ").trim();
}

function requireLink(deps: Deps, token: string): { user: User; meetingId: number } {
  const [userId, meetingId] = (verifyToken(deps, PURPOSE, token) ?? []).map(Number);
  const user = userId === undefined ? null : findMember(deps, userId);
  if (!user || meetingId === undefined || !findMeeting(deps, meetingId)) throw badLink();
  return { user, meetingId };
}

const badLink = (): AppError =>
  new AppError("not-found", "This link doesn't work. Use the one in the newest email, or sign in.");

/**
 * Mail scanners open links, press buttons and submit forms, so what an email's link takes away needs `confirm`, which
 * its page sends from a second step (BEYOND 14). @param lost what there is now; empty when nothing is taken away
 * @throws AppError 'conflict'
 */
function requireSecondStep(lost: string, confirm = false): void {
  if (lost === "" || confirm) return;
  throw new AppError("conflict", `${lost} To change that, confirm it: reload this page if it doesn't ask you to.`, {
    errors: [{ path: "/confirm", message: lost }],
  });
}

const DATES = "dates";

/** Answers a meeting's question for a date without signing in; ends with the question (BEYOND 10). */
export function datesAddress(deps: Deps, userId: number, meetingId: number): string {
  const token = signToken(deps, DATES, [userId, `${meetingId}_${questionOf(deps, meetingId)}`]);
  return `${publicOrigin(deps.config)}${MAIL_LINKS.dates}?token=${token}`;
}

/** @throws AppError 'not-found' for a bad token, or a deleted member or meeting; 'conflict' when nothing is asked anymore */
export function readDatesLink(deps: Deps, token: string): LinkedDates {
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

/** Signs nobody in. @throws AppError as `readDatesLink`; 'invalid' for dates that aren't asked about; 'conflict' */
export function answerDatesByLink(deps: Deps, { token, ids, confirm }: LinkDatesAnswer): LinkedDates {
  const { user, meetingId } = requireDatesLink(deps, token);
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

function requireDatesLink(deps: Deps, token: string): { user: User; meetingId: number } {
  const [userId, question = ""] = verifyToken(deps, DATES, token) ?? [];
  const user = userId === undefined ? null : findMember(deps, Number(userId));
  const [meetingId, number] = question.split("_").map(Number);
  if (!user || meetingId === undefined || number === undefined) throw badLink();
  requireDateQuestion(deps, meetingId);
  if (questionOf(deps, meetingId) !== number) throw new AppError("conflict", "This question is over.");
  return { user, meetingId };
}
