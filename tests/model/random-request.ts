import { expect } from "bun:test";

import * as fc from "fast-check";

import { closeDuePoll } from "./due.ts";
import { listMembers, liveSessions, type Person, pick, type State, VISITOR } from "./state.ts";

/** The response of a call that creates something. */
export type Result = { status: number; body: { id: number; code: string }; text: string; cookie: string };

export type RealClub = {
  call: (cookie: string, method: string, path: string, body?: unknown) => Promise<Result>;
  /** Sets its clock, in milliseconds since 1970. */
  setTime: (now: number) => void;
  /** Kills and restarts it. */
  restart: () => Promise<void>;
};

/** A new club with its first admin, `ada`. */
export type ModelClub = RealClub & { ada: Result; end: () => Promise<void> };

/** A call with its expected status, and its effect on the state. */
export type Call = {
  request: string;
  body?: unknown;
  status: number;
  done?: (answer: Result, fetch: (path: string) => Promise<Result>) => void | Promise<void>;
};

/** A read-only call and its minimum response: whole lists, and records with the given fields. */
export type Read = { path: string; access?: "admin"; answers: unknown };

/** `host`: for admins and hosts; the action checks which. */
type Access = "open" | "member" | "host" | "admin";
export type Action = fc.AsyncCommand<State, RealClub>;

/** A part of the club: members' actions, and what they see of it. */
export type ModelResource = {
  actions: fc.WeightedArbitrary<Action>[];
  reads: (state: State, viewer: Person) => Read[];
  /** Applies the deletion of an account; the member chose whether notes are deleted. */
  deleteMember?: (state: State, person: Person, notes: string) => void;
};

/** A random action; `plan` returns null if it isn't possible. */
export function action<Args>(
  name: string,
  access: Access,
  args: fc.Arbitrary<Args>,
  plan: (state: State, by: Person, args: Args) => Call | null,
): fc.WeightedArbitrary<Action> {
  const arbitrary = fc.record({ who: fc.nat(99), args }).map(({ who, args }) => ({
    check: () => true,
    toString: () => `${name}(${who}, ${JSON.stringify(args)})`,
    run: async (state: State, club: RealClub) => {
      advanceTime(state, club, 1000);
      const by = actor(state, access, who);
      const call = plan(state, by, args);
      if (call) await makeCall(state, club, { by, who, access, planned: call });
    },
  }));
  return { weight: 3, arbitrary };
}

/** A call about an existing thing; null if there is none. */
export const callAbout = <Thing>(thing: Thing | null, toCall: (thing: Thing) => Call): Call | null =>
  thing && toCall(thing);

/** A change by the author or an admin; null if there is nothing to change. */
export function changeOwn<Thing extends { by: Person | null }>(
  user: Person,
  thing: Thing | null,
  toCall: (thing: Thing) => Call,
): Call | null {
  if (!thing) return null;
  const call = toCall(thing);
  return thing.by === user || user.isAdmin ? call : { ...call, status: 403 };
}

/** Frequent actions, and rare ones that would end everything else. */
export const frequent = ({ arbitrary }: fc.WeightedArbitrary<Action>): fc.WeightedArbitrary<Action> => ({
  weight: 8,
  arbitrary,
});
export const rare = ({ arbitrary }: fc.WeightedArbitrary<Action>): fc.WeightedArbitrary<Action> => ({
  weight: 1,
  arbitrary,
});

let resources: readonly ModelResource[] = [];
/** The resources to compare after each action, and to update when a member is deleted. */
export function registerResources(all: readonly ModelResource[]): void {
  resources = all;
}

export function deleteFromResources(state: State, person: Person, notes: string): void {
  for (const { deleteMember: onDelete } of resources) onDelete?.(state, person, notes);
}

type PlannedCall = { by: Person; who: number; access: Access; planned: Call };

async function makeCall(state: State, club: RealClub, { by, who, access, planned }: PlannedCall): Promise<void> {
  const status = expectedError(state, by, access) ?? planned.status;
  const { request, body } = planned;
  const answer = await call(state, club, by, request, body);
  const description = `${by.name || "a visitor"}: ${request} ${JSON.stringify(body)} → ${answer.status} ${answer.text}`;
  if (answer.status !== status) throw new Error(`expected ${status}. ${description}`);
  if (status < 300) await planned.done?.(answer, (path) => call(state, club, by, `GET ${path}`));
  await compare(
    state,
    club,
    [by, pick(listMembers(state), who), listMembers(state).find(({ isAdmin }) => isAdmin)],
    description,
  );
}

/** Usually someone who is allowed to, so that most actions succeed. */
function actor(state: State, access: Access, who: number): Person {
  if (access === "open") return VISITOR;
  const signedIn = listMembers(state).filter((person) => liveSessions(state, person).length > 0);
  const isHost = (person: Person) => state.meetings.some(({ host }) => host === person);
  const isAble = (person: Person) => person.isAdmin || access === "member" || (access === "host" && isHost(person));
  const ableMembers = signedIn.filter(isAble);
  return (who < 92 ? pick(ableMembers, who) : pick([VISITOR, ...state.people], who)) ?? VISITOR;
}

export function advanceTime(state: State, club: RealClub, milliseconds: number): void {
  state.now += milliseconds;
  club.setTime(state.now);
  closeDuePoll(state);
}

/** Compares all responses that these people get with the model. */
export async function compare(
  state: State,
  club: RealClub,
  viewers: readonly (Person | null | undefined)[],
  after: string,
): Promise<void> {
  for (const viewer of new Set(viewers)) {
    if (!viewer || liveSessions(state, viewer).length === 0) continue;
    for (const { path, access, answers } of resources.flatMap(({ reads }) => reads(state, viewer))) {
      const { status, text } = await call(state, club, viewer, `GET ${path}`);
      if (access === "admin" && !viewer.isAdmin) expect([path, status]).toEqual([path, 403]);
      else if (status !== 200) throw new Error(`${path} answered ${status} ${text}\nafter ${after}`);
      else if (!matches(text === "" ? null : JSON.parse(text), answers)) explain(path, viewer, after, text, answers);
    }
  }
}

/** Lists must be complete; records may have more fields. */
function matches(answer: unknown, expected: unknown): boolean {
  if (typeof expected !== "object" || expected === null) return answer === expected;
  if (typeof answer !== "object" || answer === null) return false;
  if (Array.isArray(expected) && (!Array.isArray(answer) || answer.length !== expected.length)) return false;
  return Object.entries(expected).every(
    ([field, value]) => field in answer && matches(Reflect.get(answer, field), value),
  );
}

function explain(path: string, viewer: Person, after: string, text: string, answers: unknown): never {
  throw new Error(`${path} for ${viewer.name}\nsays   ${text}\nwanted ${JSON.stringify(answers)}\nafter ${after}`);
}

/** Makes a call, which extends the session. */
async function call(state: State, club: RealClub, user: Person, request: string, body?: unknown): Promise<Result> {
  const [method = "", path = ""] = request.split(" ");
  const session = liveSessions(state, user).at(-1);
  const answer = await club.call(session?.cookie ?? user.sessions.at(-1)?.cookie ?? "", method, path, body);
  if (session && session.seenAt < state.now - 3_600_000) session.seenAt = state.now;
  return answer;
}

function expectedError(state: State, user: Person, access: Access): number | null {
  if (access === "open") return null;
  if (liveSessions(state, user).length === 0) return 401;
  return access === "admin" && !user.isAdmin ? 403 : null;
}
