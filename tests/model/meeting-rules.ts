import { bookOf, currentMeeting, dayFrom, isOver, type Meeting, type Person, pick, type State } from "./state.ts";

export const newMeeting = (
  fields: Pick<Meeting, "id" | "date" | "time" | "location" | "bookId"> &
    Partial<Pick<Meeting, "setPastAt" | "createdAt">>,
): Meeting => ({
  isCancelled: false,
  setPastAt: null,
  createdAt: 0,
  sequence: 0,
  answers: [],
  host: null,
  dates: [],
  datesAnswered: new Set(),
  ...fields,
});

export const MISSING_MEETING = newMeeting({ id: 999_999, date: "", time: "", location: "", bookId: null });

/** Usually the current meeting, sometimes a past or deleted one. */
export function pickMeeting(state: State, index: number): Meeting {
  if (index % 3 > 0) return currentMeeting(state) ?? MISSING_MEETING;
  return index % 24 === 0 ? MISSING_MEETING : (pick(state.meetings, index) ?? MISSING_MEETING);
}

export function comingOr409(state: State, meeting: Meeting): number {
  if (meeting === MISSING_MEETING) return 404;
  return isOver(state, meeting) || meeting.isCancelled ? 409 : 200;
}

/**
 * Whether the caller manages the meeting: admins, or its host until it's over (BEYOND 10). @returns 403, or `allowed`
 */
export function asHost(state: State, user: Person, meeting: Meeting, allowed: number): number {
  return canHost(state, user, meeting) ? allowed : 403;
}

export function canHost(state: State, user: Person, meeting: Meeting): boolean {
  return user.isAdmin || (meeting.host === user && !isOver(state, meeting));
}

/** Returns 422 if a host sets a date that only admins may set (BEYOND 14), otherwise 200. */
export function dateStatus(state: State, user: Person, meeting: Meeting, to: Pick<Meeting, "date" | "time">): number {
  const { date, time } = meeting;
  if (user.isAdmin || (to.date === date && to.time === time) || to.date + date === "") return 200;
  const startMs = Date.parse(`${to.date}T${to.time || "00:00"}:00Z`);
  const isToday = date === dayFrom(state, 0);
  const isAllowed = to.date === date ? startMs > state.now : !isToday && startMs >= state.now + 24 * 3_600_000;
  return isAllowed ? 200 : 422;
}

export type Fields = Pick<Meeting, "date" | "time" | "location">;

export function attachPosts(state: State, meeting: Meeting): void {
  // also posts that a reset removed and may restore
  for (const post of [...state.posts, ...state.resets.flatMap(({ posts }) => posts)]) post.meeting ??= meeting;
}

/** A new date or time ends the date question. A meeting that is ahead again gets the posts that have none. */
export function updateMeeting(state: State, meeting: Meeting, fields: Fields, user?: Person): void {
  const wasOver = isOver(state, meeting);
  const isSame = meeting.date === fields.date && meeting.time === fields.time && meeting.location === fields.location;
  if (!isSame) meeting.sequence += 1;
  if (meeting.date !== fields.date || meeting.time !== fields.time) {
    meeting.dates = [];
    meeting.datesAnswered.clear();
  }
  // a host's meeting keeps its book in another month
  if (user && !user.isAdmin && meeting.date !== fields.date) meeting.bookId = bookOf(state, meeting)?.id ?? null;
  Object.assign(meeting, fields);
  if (!isOver(state, meeting)) meeting.setPastAt = null;
  else if (!wasOver) meeting.setPastAt = state.now;
  if (wasOver && !isOver(state, meeting) && currentMeeting(state) === meeting) attachPosts(state, meeting);
}
