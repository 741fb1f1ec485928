import * as fc from "fast-check";

import { aimAt, comingOr409, MISSING_MEETING } from "./meeting-rules.ts";
import { action, callAbout, frequent, type ModelResource, rare } from "./random-request.ts";
import { type Book, bookOf, isOver, listMembers, type Meeting, type Person, pick, type State } from "./state.ts";

/** The order of hosts (BEYOND 10). */
export const hosts: ModelResource = {
  acts: [
    frequent(
      action("host", "member", fc.nat(), (state, by, which) => {
        const meeting = aimAt(state, which);
        const isTaken = meeting.host !== null && meeting.host !== by;
        const currentOr409 = comingOr409(state, meeting);
        return {
          request: `PUT /api/meetings/${meeting.id}/host`,
          status: currentOr409 === 200 && isTaken ? 409 : currentOr409,
          done: () => void (meeting.host = by),
        };
      }),
    ),
    action("name a host", "member", fc.record({ which: fc.nat(), whom: fc.nat() }), (state, by, { which, whom }) =>
      callAbout(pick(state.people, whom), (person) => {
        const meeting = aimAt(state, which);
        const currentOr409 = comingOr409(state, meeting);
        const isThere = listMembers(state).some(({ name }) => name === person.name);
        const host = listMembers(state).find(({ name }) => name === person.name) ?? null;
        return {
          request: `PUT /api/meetings/${meeting.id}/host`,
          body: { username: person.name },
          status: by.isAdmin ? (currentOr409 === 200 && !isThere ? 404 : currentOr409) : 403,
          done: () => void (meeting.host = host),
        };
      }),
    ),
    rare(
      action("end a turn", "member", fc.nat(), (state, by, which) => {
        const meeting = aimAt(state, which);
        const isTheirs = meeting.host === null || meeting.host === by || by.isAdmin;
        const ahead = isTheirs ? 200 : 403;
        const status = isOver(state, meeting) ? 409 : ahead;
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
  reads: (state, viewer) => [{ path: "/api/meetings/hosts", answers: turns(state, viewer) }],
};

/** Whether the member hosts a meeting about the book that isn't over. */
export const hostsBook = (state: State, by: Person, book: Book): boolean =>
  state.meetings.some((meeting) => meeting.host === by && !isOver(state, meeting) && bookOf(state, meeting) === book);

/** All members, those who haven't hosted for the longest time first. */
function turns(state: State, viewer: Person) {
  const hosted = (person: Person) =>
    state.meetings.filter((meeting) => meeting.host === person && !meeting.isCancelled && isOver(state, meeting));
  const last = (person: Person) => hosted(person).map(dateOf).toSorted().at(-1) ?? null;
  return listMembers(state)
    .toSorted((a, b) => (last(a) ?? "").localeCompare(last(b) ?? "") || a.name.localeCompare(b.name))
    .map((person) => ({
      user: { displayName: person.name },
      times: hosted(person).length,
      lastHosted: last(person),
      mine: person === viewer,
    }));
}

const dateOf = ({ date }: Meeting): string => date;
