import type { NamedDate } from "#contract/meeting-dates.ts";
import type { Meeting, MeetingSummary } from "#contract/meetings.ts";
import type { Need } from "#contract/needs.ts";
import type { ClaimRow, NeedRow } from "#db/meeting-needs.ts";
import type { MeetingRow } from "#db/meetings.ts";
import { type BookViewer, isVisible, type MemberViewer } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";

import { findCurrentMeeting, requireMeeting } from "./current-meeting.ts";
import { listOpenDates } from "./date-question.ts";
import { canManageMeeting } from "./host-rule.ts";
import {
  getCorrectionDeadline,
  getEnd,
  getMeetingState,
  getStart,
  isMeetingOver,
  normalizeTime,
} from "./meeting-times.ts";

export function getCurrentMeeting(deps: Deps, viewer: MemberViewer): Meeting | null {
  const meeting = findCurrentMeeting(deps);
  return meeting && toMeeting(deps, viewer, meeting);
}

export function getMeeting(deps: Deps, viewer: MemberViewer, id: number): Meeting {
  return toMeeting(deps, viewer, requireMeeting(deps, id));
}

export function toSummary(
  deps: Deps,
  viewer: MemberViewer,
  meeting: MeetingRow,
  namedDates = listNamedDates(deps, viewer, meeting),
): MeetingSummary {
  const { stores } = deps;
  const { id, date, time, location, sequence } = normalizeTime(deps, meeting);
  const { answered, mine } =
    namedDates.length > 0 ? stores.meetingDates.countAnswers(id, viewer.id) : { answered: 0, mine: false };
  const showsBook = isBookShown(deps, viewer, meeting);
  return {
    id,
    uid: formatUid(deps, meeting),
    bookId: showsBook ? meeting.bookId : null,
    bookTitle: showsBook ? meeting.bookTitle : null,
    date,
    time,
    location,
    startsAt: getStart(deps, meeting)?.toISOString() ?? null,
    endsAt: date && time ? (getEnd(deps, meeting)?.toISOString() ?? null) : null,
    state: getMeetingState(deps, meeting),
    correctableUntil: isMeetingOver(deps, meeting)
      ? (getCorrectionDeadline(deps, meeting)?.toISOString() ?? null)
      : null,
    sequence,
    answers: stores.meetingAnswers.count(id),
    mine: stores.meetingAnswers.find(id, viewer.id),
    host: meeting.host,
    isHost: meeting.host?.id === viewer.id,
    dates: namedDates.map(({ people: _people, ...option }) => option),
    datesAnswered: answered,
    datesMine: mine,
  };
}

/** A calendar event's id, which never changes. */
export function formatUid({ config }: Deps, { uid }: Pick<MeetingRow, "uid">): string {
  return uid.includes("@") ? uid : `${uid}@${config.clubShortName}`;
}

export function isBookShown(deps: Deps, viewer: BookViewer, { bookId, bookMonth }: MeetingRow): boolean {
  return bookId !== null && bookMonth !== null && isVisible(deps, viewer, { id: bookId, month: bookMonth });
}

export function toNeed(
  { id, what, quantity, claimed }: NeedRow,
  claims: readonly ClaimRow[],
  viewer: MemberViewer,
): Need {
  return {
    id,
    what,
    quantity,
    left: quantity - claimed,
    claims: claims
      .filter(({ needId }) => needId === id)
      .map(({ user, quantity }) => ({ user, quantity, mine: user.id === viewer.id })),
  };
}

function toMeeting(deps: Deps, viewer: MemberViewer, meeting: MeetingRow): Meeting {
  const dates = listNamedDates(deps, viewer, meeting);
  const { listUnanswered: unanswered, listAnswered: answered } = deps.stores.meetingDates;
  const canChoose = dates.length > 0 && canManageMeeting(deps, viewer, meeting);
  return {
    ...toSummary(deps, viewer, meeting, dates),
    dates,
    datesWaiting: canChoose ? unanswered(meeting.id) : [],
    datesAnsweredBy: canChoose ? answered(meeting.id) : [],
    people: deps.stores.meetingAnswers.listAnswers(meeting.id),
    needs: listNeeds(deps, viewer, meeting),
  };
}

function listNamedDates(deps: Deps, viewer: MemberViewer, { id }: MeetingRow): NamedDate[] {
  const dates = listOpenDates(deps, id);
  const votes = dates.length > 0 ? deps.stores.meetingDates.listVotes(id) : [];
  return dates.map((date) => {
    const dateVotes = votes.filter(({ dateId }) => dateId === date.id);
    return {
      ...normalizeTime(deps, date),
      startsAt: getStart(deps, date)?.toISOString() ?? "",
      mine: dateVotes.some(({ user }) => user.id === viewer.id),
      can: dateVotes.length,
      people: dateVotes.map(({ user }) => user),
    };
  });
}

function listNeeds({ stores }: Deps, viewer: MemberViewer, { id }: MeetingRow): Need[] {
  const needs = stores.meetingNeeds.list(id);
  const claims = needs.length > 0 ? stores.meetingNeeds.listClaims(id) : [];
  return needs.map((need) => toNeed(need, claims, viewer));
}
