import * as fc from "fast-check";

import { comingOr409, MISSING_MEETING, pickMeeting } from "./meeting-rules.ts";
import { action, callAbout, frequent, type ModelResource, rare } from "./random-request.ts";
import { type Book, bookOf, isOver, listMembers, type Meeting, type Person, pick, type State } from "./state.ts";

/** The order of hosts (BEYOND 10). */
export const hosts: ModelResource = {
  actions: [
    frequent(
      action("host", "member", fc.nat(), (state, user, index) => {
        const meeting = pickMeeting(state, index);
        const isTaken = meeting.host !== null && meeting.host !== user;
        const currentOr409 = comingOr409(state, meeting);
        return {
          request: `PUT /api/meetings/${meeting.id}/host`,
          status: currentOr409 === 200 && isTaken ? 409 : currentOr409,
          done: () => void (meeting.host = user),
        };
      }),
    ),
    action("name a host", "member", fc.record({ which: fc.nat(), whom: fc.nat() }), (state, user, { which, whom }) =>
      callAbout(pick(state.people, whom), (person) => {
        const meeting = pickMeeting(state, which);
        const currentOr409 = comingOr409(state, meeting);
        const isMember = listMembers(state).some(({ name }) => name === person.name);
        const host = listMembers(state).find(({ name }) => name === person.name) ?? null;
        return {
          request: `PUT /api/meetings/${meeting.id}/host`,
          body: { username: person.name },
          status: user.isAdmin ? (currentOr409 === 200 && !isMember ? 404 : currentOr409) : 403,
          done: () => void (meeting.host = host),
        };
      }),
    ),
    rare(
      action("end a turn", "member", fc.nat(), (state, user, index) => {
        const meeting = pickMeeting(state, index);
        const isTheirs = meeting.host === null || meeting.host === user || user.isAdmin;
        const allowedStatus = isTheirs ? 200 : 403;
        const status = isOver(state, meeting) ? 409 : allowedStatus;
        return {
          request: `DELETE /api/meetings/${meeting.id}/host`,
          status: meeting === MISSING_MEETING ? 404 : status,
          done: () => void (meeting.host = null),
        };
      }),
    ),
  ],
  deleteMember: (state, person) => {
    for (const meeting of state.meetings) if (meeting.host === person) meeting.host = null;
  },
  reads: (state, viewer) => [{ path: "/api/meetings/hosts", answers: listTurns(state, viewer) }],
};

/** Whether the member hosts a meeting about the book that isn't over. */
export const hostsBook = (state: State, user: Person, book: Book): boolean =>
  state.meetings.some((meeting) => meeting.host === user && !isOver(state, meeting) && bookOf(state, meeting) === book);

/** All members, those who haven't hosted for the longest time first. */
function listTurns(state: State, viewer: Person) {
  const meetingsOf = (person: Person) =>
    state.meetings.filter((meeting) => meeting.host === person && !meeting.isCancelled && isOver(state, meeting));
  const lastDate = (person: Person) => meetingsOf(person).map(dateOf).toSorted().at(-1) ?? null;
  return listMembers(state)
    .toSorted((a, b) => (lastDate(a) ?? "").localeCompare(lastDate(b) ?? "") || a.name.localeCompare(b.name))
    .map((person) => ({
      user: { displayName: person.name },
      times: meetingsOf(person).length,
      lastHosted: lastDate(person),
      mine: person === viewer,
    }));
}

const dateOf = ({ date }: Meeting): string => date;
