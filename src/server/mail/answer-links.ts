import { MAIL_LINKS } from "#contract/link-pages.ts";
import type { LinkAnswer, LinkedMeeting } from "#contract/meetings.ts";
import type { User } from "#contract/users.ts";
import { readSigned, sign } from "#server/access/signed-token.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { publicAddress } from "#server/http/public-address.ts";
import { answerMeeting } from "#server/meetings/answers.ts";
import { findMeeting } from "#server/meetings/current-meeting.ts";
import { showMeeting } from "#server/meetings/meeting-view.ts";
import { findMember } from "#server/members/users.ts";

const PURPOSE = "answer";

/** Answers a meeting without signing in; expires with the meeting. */
export function answerAddress(deps: Deps, userId: number, meetingId: number): string {
  return `${publicAddress(deps.config)}${MAIL_LINKS.answer}?token=${sign(deps, PURPOSE, [userId, meetingId])}`;
}

/** @throws AppError 'not-found' for a bad token, or a deleted member or meeting */
export function readAnswerLink(deps: Deps, token: string): LinkedMeeting {
  const { user, meetingId } = requireLink(deps, token);
  const { date, time, location, bookTitle, state, mine } = showMeeting(deps, meetingId, {
    id: user.id,
    isAdmin: false,
  });
  return { displayName: user.displayName, date, time, location, bookTitle, state, mine };
}

/** Signs nobody in. @throws AppError 'not-found' as `readAnswerLink`; 'conflict' when over or canceled */
export function answerByLink(deps: Deps, { token, ...answer }: LinkAnswer): LinkedMeeting {
  const { user, meetingId } = requireLink(deps, token);
  answerMeeting(deps, meetingId, answer, { user, token: null });
  return readAnswerLink(deps, token);
}

function requireLink(deps: Deps, token: string): { user: User; meetingId: number } {
  const [userId, meetingId] = (readSigned(deps, PURPOSE, token) ?? []).map(Number);
  const user = userId === undefined ? null : findMember(deps, userId);
  if (!user || meetingId === undefined || !findMeeting(deps, meetingId)) throw badLink();
  return { user, meetingId };
}

export const badLink = (): AppError =>
  new AppError("not-found", "This link doesn't work. Use the one in the newest email, or sign in.");
