import { expect } from "bun:test";

import * as fc from "fast-check";

import { closeDuePoll } from "./due.ts";
import { liveSessions, type Person, pick, present, type State, VISITOR } from "./state.ts";

/** The response about something created. */
export type Answer = { status: number; body: { id: number; code: string }; text: string; cookie: string };

export type RealClub = {
  call: (cookie: string, method: string, path: string, body?: unknown) => Promise<Answer>;
  /** Moves its clock; milliseconds since 1970. */
  setTime: (now: number) => void;
  /** Ends it without a warning, and starts it again. */
  restart: () => Promise<void>;
};

/** A new club with its first admin, `ada`, and how to close it. */
export type ModelClub = RealClub & { ada: Answer; end: () => Promise<void> };

/** A call with its expected status, and its effect on the state. */
export type Call = {
  request: string;
  body?: unknown;
  status: number;
  done?: (answer: Answer, ask: (path: string) => Promise<Answer>) => void | Promise<void>;
};

/** A read, and the minimum it must return: whole lists, records by the named fields. */
export type Read = { path: string; access?: "admin"; answers: unknown };

/** `host`: mostly admins and those who host; the action says who may. */
type Access = "open" | "member" | "host" | "admin";
export type Action = fc.AsyncCommand<State, RealClub>;

/** Part of the club: what people do with it and what they see of it. */
export type ModelResource = {
  acts: fc.WeightedArbitrary<Action>[];
  reads: (state: State, viewer: Person) => Read[];
  /** What becomes of it when an account is deleted; of notes, the member chose. */
  deleteMember?: (state: State, person: Person, notes: string) => void;
};

/** Something people do, at random; `plan` is null when it isn't possible. */
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
      tick(state, club, 1000);
      const by = actor(state, access, who);
      const planned = plan(state, by, args);
      if (planned) await make(state, club, { by, who, access, planned });
    },
  }));
  return { weight: 3, arbitrary };
}

/** A call about something; null when there is no such thing. */
export const about = <Thing>(thing: Thing | null, toCall: (thing: Thing) => Call): Call | null =>
  thing && toCall(thing);

/** A change of something by its author or an admin; null when there is nothing to change. */
export function own<Thing extends { by: Person | null }>(
  by: Person,
  thing: Thing | null,
  toCall: (thing: Thing) => Call,
): Call | null {
  if (!thing) return null;
  const call = toCall(thing);
  return thing.by === by || by.isAdmin ? call : { ...call, status: 403 };
}

/** Frequent actions, and rare ones that would end everything else. */
export const often = ({ arbitrary }: fc.WeightedArbitrary<Action>): fc.WeightedArbitrary<Action> => ({
  weight: 8,
  arbitrary,
});
export const seldom = ({ arbitrary }: fc.WeightedArbitrary<Action>): fc.WeightedArbitrary<Action> => ({
  weight: 1,
  arbitrary,
});

let nouns: readonly ModelResource[] = [];
/** The resources to compare after every action, and to update when a member is deleted. */
export function modelNouns(all: readonly ModelResource[]): void {
  nouns = all;
}

export function deleteFromResources(state: State, person: Person, notes: string): void {
  for (const { deleteMember: leave } of nouns) leave?.(state, person, notes);
}

type Making = { by: Person; who: number; access: Access; planned: Call };

async function make(state: State, club: RealClub, { by, who, access, planned }: Making): Promise<void> {
  const status = refusal(state, by, access) ?? planned.status;
  const { request, body } = planned;
  const answer = await call(state, club, by, request, body);
  const description = `${by.name || "a visitor"}: ${request} ${JSON.stringify(body)} → ${answer.status} ${answer.text}`;
  if (answer.status !== status) throw new Error(`expected ${status}. ${description}`);
  if (status < 300) await planned.done?.(answer, (path) => call(state, club, by, `GET ${path}`));
  await compare(
    state,
    club,
    [by, pick(present(state), who), present(state).find(({ isAdmin }) => isAdmin)],
    description,
  );
}

/** Mostly someone allowed to, so that something happens. */
function actor(state: State, access: Access, who: number): Person {
  if (access === "open") return VISITOR;
  const signedIn = present(state).filter((person) => liveSessions(state, person).length > 0);
  const isHost = (person: Person) => state.meetings.some(({ host }) => host === person);
  const isAble = (person: Person) => person.isAdmin || access === "member" || (access === "host" && isHost(person));
  const able = signedIn.filter(isAble);
  return (who < 92 ? pick(able, who) : pick([VISITOR, ...state.people], who)) ?? VISITOR;
}

export function tick(state: State, club: RealClub, milliseconds: number): void {
  state.now += milliseconds;
  club.setTime(state.now);
  closeDuePoll(state);
}

/** Everything these people see matches the model. */
export async function compare(
  state: State,
  club: RealClub,
  viewers: readonly (Person | null | undefined)[],
  after: string,
): Promise<void> {
  for (const viewer of new Set(viewers)) {
    if (!viewer || liveSessions(state, viewer).length === 0) continue;
    for (const { path, access, answers } of nouns.flatMap(({ reads }) => reads(state, viewer))) {
      const { status, text } = await call(state, club, viewer, `GET ${path}`);
      if (access === "admin" && !viewer.isAdmin) expect([path, status]).toEqual([path, 403]);
      else if (status !== 200) throw new Error(`${path} answered ${status} ${text}\nafter ${after}`);
      else if (!matches(text === "" ? null : JSON.parse(text), answers)) explain(path, viewer, after, text, answers);
    }
  }
}

/** Lists must be whole; records may have more fields. */
function matches(answer: unknown, wanted: unknown): boolean {
  if (typeof wanted !== "object" || wanted === null) return answer === wanted;
  if (typeof answer !== "object" || answer === null) return false;
  if (Array.isArray(wanted) && (!Array.isArray(answer) || answer.length !== wanted.length)) return false;
  return Object.entries(wanted).every(
    ([field, value]) => field in answer && matches(Reflect.get(answer, field), value),
  );
}

function explain(path: string, viewer: Person, after: string, text: string, answers: unknown): never {
  throw new Error(`${path} for ${viewer.name}\nsays   ${text}\nwanted ${JSON.stringify(answers)}\nafter ${after}`);
}

/** Makes a call, which extends the session. */
async function call(state: State, club: RealClub, by: Person, request: string, body?: unknown): Promise<Answer> {
  const [method = "", path = ""] = request.split(" ");
  const session = liveSessions(state, by).at(-1);
  const answer = await club.call(session?.cookie ?? by.sessions.at(-1)?.cookie ?? "", method, path, body);
  if (session && session.seenAt < state.now - 3_600_000) session.seenAt = state.now;
  return answer;
}

function refusal(state: State, by: Person, access: Access): number | null {
  if (access === "open") return null;
  if (liveSessions(state, by).length === 0) return 401;
  return access === "admin" && !by.isAdmin ? 403 : null;
}
