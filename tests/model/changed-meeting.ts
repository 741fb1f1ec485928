import { bookOf, currentMeeting, isOver, type Meeting, type Person, type State } from "./state.ts";

export type Fields = Pick<Meeting, "date" | "time" | "location">;

export function attachPosts(state: State, meeting: Meeting): void {
  // also what a reset removed and may restore
  for (const post of [...state.posts, ...state.resets.flatMap(({ posts }) => posts)]) post.meeting ??= meeting;
}

/** Another date or time ends the question for it. One that is ahead again takes what was posted for none meanwhile. */
export function changeMeeting(state: State, meeting: Meeting, given: Fields, by?: Person): void {
  const wasOver = isOver(state, meeting);
  const isSame = meeting.date === given.date && meeting.time === given.time && meeting.location === given.location;
  if (!isSame) meeting.sequence += 1;
  if (meeting.date !== given.date || meeting.time !== given.time) {
    meeting.dates = [];
    meeting.datesAnswered.clear();
  }
  // a host's stays about its book in another month
  if (by && !by.isAdmin && meeting.date !== given.date) meeting.bookId = bookOf(state, meeting)?.id ?? null;
  Object.assign(meeting, given);
  if (!isOver(state, meeting)) meeting.setPastAt = null;
  else if (!wasOver) meeting.setPastAt = state.now;
  if (wasOver && !isOver(state, meeting) && currentMeeting(state) === meeting) attachPosts(state, meeting);
}
