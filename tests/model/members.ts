import { addDays } from "date-fns";
import * as fc from "fast-check";

import {
  action,
  type Call,
  callAbout,
  deleteFromResources,
  frequent,
  type ModelResource,
  rare,
  type Result,
} from "./random-request.ts";
import { drop, type Invitation, listMembers, liveSessions, type Person, pick, type State } from "./state.ts";

const NAMES = ["ada", "ben", "cleo", "dora", "eli", "fay"];
export const PASSWORDS = ["Claret & clues 1890", "Merlot & mystery 1859"] as const;

export const members: ModelResource = {
  actions: [
    action(
      "invite",
      "admin",
      fc.record({ uses: fc.integer({ min: 1, max: 3 }), isAdmin: fc.boolean() }),
      (state, user, args) => ({
        request: "POST /api/invitations",
        body: { ...args, expiresInDays: 9 },
        status: 201,
        done: ({ body: { id, code } }) => {
          const expiresAt = addDays(state.now, 9).getTime();
          state.invitations.push({ id, code, ...args, used: 0, madeBy: user, expiresAt, isRevoked: false });
        },
      }),
    ),
    rare(
      action("revoke", "admin", fc.nat(), ({ invitations }, _user, index) =>
        callAbout(pick(invitations, index), (invitation) => ({
          request: `DELETE /api/invitations/${invitation.id}`,
          status: 204,
          done: () => void (invitation.isRevoked = true),
        })),
      ),
    ),
    frequent(action("join", "open", fc.record({ which: fc.nat(), name: fc.constantFrom(...NAMES) }), join)),
    action("sign in", "open", fc.nat(), (state, _user, who) => {
      const signedOutMembers = listMembers(state).filter((one) => liveSessions(state, one).length === 0);
      const person = pick(signedOutMembers, who) ?? pick(listMembers(state), who);
      return (
        person && {
          request: "POST /api/auth/login",
          body: { username: person.name, password: person.password },
          status: 200,
          // a browser with a session signs out first: tests send no cookie
          done: ({ cookie }) => startSession(state, person, cookie),
        }
      );
    }),
    rare(
      action("sign out", "member", fc.constant(null), (state, user) =>
        // signing out twice is fine
        liveSessions(state, user).length === 0
          ? null
          : { request: "POST /api/auth/logout", status: 204, done: () => end(state, user) },
      ),
    ),
    action("change the password", "member", fc.nat(1), (state, user, choice) => ({
      request: "POST /api/profile/password",
      body: { currentPassword: user.password, newPassword: PASSWORDS[choice] },
      status: 200,
      done: ({ cookie }) => {
        const [currentSession] = liveSessions(state, user).slice(-1);
        user.password = PASSWORDS[choice] ?? "";
        user.sessions = currentSession ? [{ ...currentSession, cookie }] : [];
      },
    })),
    rare(action("change a role", "admin", fc.record({ whom: fc.nat(), isAdmin: fc.boolean() }), changeRole)),
    rare(
      action("remove", "admin", fc.nat(), (state, user, index) => {
        const person = pick(state.people, index);
        if (!person || listMembers(state).length < 4) return null;
        const request = `DELETE /api/users/${person.id}`;
        if (state.gone.has(person)) return { request, status: 404 };
        if (person === user) return { request, status: 409 };
        return { request, status: 204, done: () => deleteAccount(state, person, "remove") };
      }),
    ),
    rare(
      action("close the account", "member", fc.constantFrom("keep", "remove"), (state, user, notes) => {
        const isLastAdmin = user.isAdmin && listMembers(state).filter(({ isAdmin }) => isAdmin).length === 1;
        if (listMembers(state).length < 4 && !isLastAdmin) return null;
        return {
          request: "DELETE /api/profile",
          body: { password: user.password, notes },
          status: isLastAdmin ? 409 : 204,
          done: () => deleteAccount(state, user, notes),
        };
      }),
    ),
  ],
  reads: (state, viewer) => [
    { path: "/api/profile", answers: { id: viewer.id, displayName: viewer.name, isAdmin: viewer.isAdmin } },
    { path: "/api/profile/sessions", answers: liveSessions(state, viewer).map(() => ({})) },
    {
      path: "/api/users",
      access: "admin",
      answers: listMembers(state)
        .toSorted((a, b) => a.name.localeCompare(b.name))
        .map(({ id, name, isAdmin }) => ({ id, displayName: name, isAdmin })),
    },
    {
      path: "/api/invitations",
      access: "admin",
      answers: state.invitations.toReversed().map((invitation) => ({
        id: invitation.id,
        used: invitation.used,
        status: statusOf(state, invitation),
        madeBy: invitation.madeBy && !state.gone.has(invitation.madeBy) ? invitation.madeBy.name : null,
      })),
    },
  ],
};

function statusOf({ now }: State, { isRevoked, used, uses, expiresAt }: Invitation): string {
  if (isRevoked) return "revoked";
  if (used >= uses) return "used up";
  return expiresAt <= now ? "expired" : "open";
}

function join(state: State, _user: Person, { which, name }: { which: number; name: string }): Call | null {
  const openInvitations = state.invitations.filter((one) => statusOf(state, one) === "open");
  const invitation = (which % 5 > 0 && pick(openInvitations, which)) || pick(state.invitations, which);
  if (!invitation) return null;
  const isOpen = openInvitations.includes(invitation);
  // after 20 rejected codes an hour, the address has to wait
  if (!isOpen && which % 5 > 0) return null;
  const isTaken = listMembers(state).some((person) => person.name === name);
  const status = isTaken ? 409 : 201;
  return {
    request: "POST /api/auth/register",
    body: { username: name, password: PASSWORDS[0], email: `${name}@example.org`, invitationCode: invitation.code },
    status: isOpen ? status : 422,
    done: (answer) => {
      invitation.used += 1;
      addPerson(state, { name, isAdmin: invitation.isAdmin }, answer);
    },
  };
}

export function addPerson(state: State, who: Pick<Person, "name" | "isAdmin">, { body, cookie }: Result): void {
  const person: Person = { ...who, id: body.id, password: PASSWORDS[0], sessions: [] };
  state.people.push(person);
  startSession(state, person, cookie);
}

function startSession({ now }: State, person: Person, cookie: string): void {
  person.sessions.push({ cookie, createdAt: now, seenAt: now });
}

function end(state: State, person: Person): void {
  const currentSession = liveSessions(state, person).at(-1);
  drop(person.sessions, (session) => session === currentSession);
}

function changeRole(state: State, user: Person, { whom, isAdmin }: { whom: number; isAdmin: boolean }): Call | null {
  const person = pick(state.people, whom);
  if (!person) return null;
  const call = { request: `PATCH /api/users/${person.id}`, body: { isAdmin } };
  if (state.gone.has(person)) return { ...call, status: 404 };
  if (person === user) return { ...call, status: 409 };
  return {
    ...call,
    status: 200,
    done: () => {
      if (person.isAdmin && !isAdmin) revokeAll(state, person);
      person.isAdmin = isAdmin;
    },
  };
}

function revokeAll({ invitations }: State, maker: Person): void {
  for (const invitation of invitations) if (invitation.madeBy === maker) invitation.isRevoked = true;
}

/** Each resource defines what is deleted with an account, and what remains without a name (BEYOND 4, 6). */
function deleteAccount(state: State, person: Person, notes: string): void {
  revokeAll(state, person);
  state.gone.add(person);
  person.sessions = person.sessions.slice(-1).map((session) => ({ ...session, seenAt: 0 }));
  deleteFromResources(state, person, notes);
}
