import type { Call } from "#contract/call.ts";
import { allCalls } from "#contract/calls.ts";

import { asJson, type Form, type World } from "./access-world.ts";
import type { Person } from "./club.ts";
import { samplePath } from "./sample-paths.ts";
import { partOf } from "./tested-resources.ts";

type Make<Result> = (world: World, person: Person) => Result | Promise<Result>;

/** A call of the table that works in a world. */
export type SampleCall = {
  call: string;
  /** The statuses for visitor, member and admin. */
  gets: readonly [visitor: number, member: number, admin: number];
  /** Its path. `who` makes the call; for visitors, the member. */
  to: Make<string>;
  /** Undefined if it needs none. */
  body: Make<Form> | undefined;
};

const BODIES = partOf("bodies");
const FORMS = partOf("forms");

/** Set-up is possible only in a club without members. */
const SET_UP = "POST /api/auth/setup";

/** Every call of the table, including HEAD. */
export const SAMPLE_CALLS: readonly SampleCall[] = Object.entries<Call>(allCalls()).flatMap(([key, call]) =>
  (call.hasHead ? [key, key.replace("GET", "HEAD")] : [key]).map((one) => ({
    call: one,
    gets: one === SET_UP ? [422, 422, 422] : statuses(call),
    to: (world, person) => samplePath(one, call, world, person),
    body: sampleBody(one),
  })),
);

export type Sendable = { method: string; path: string; form: Form };

/** Prepares a call for `who`. */
export async function prepareCall(world: World, { call, to, body }: SampleCall, person: Person): Promise<Sendable> {
  const [method = ""] = call.split(" ");
  return { method, path: await to(world, person), form: (await body?.(world, person)) ?? asJson({}) };
}

/** Makes a call, with its body unless it is read-only. `more` replaces parts of the call. */
export async function send(
  { club }: World,
  { method, path, form }: Sendable,
  who: { cookie: string } | null,
  more: { headers?: Record<string, string>; body?: ReadableStream } = {},
): Promise<Response> {
  const headers = { "content-type": form.type, ...form.headers, ...(who && { cookie: who.cookie }), ...more.headers };
  const body = isReadOnly(method) ? undefined : { body: more.body ?? form.bytes };
  return club.handler.fetch(new Request(`http://localhost${path}`, { method, headers, ...body }));
}

export const isReadOnly = (method: string): boolean => ["GET", "HEAD", "OPTIONS"].includes(method);

export const isRead = ({ call }: SampleCall): boolean => isReadOnly(call.split(" ")[0] ?? "");

function statuses(call: Call): SampleCall["gets"] {
  const { by } = call;
  const status = call.status ?? 200;
  if (by === "visitor") return [status, status, status];
  return [401, by === "member" ? status : 403, status];
}

/** Creates a valid body for a call of the table; undefined if it needs none. */
function sampleBody(key: string): Make<Form> | undefined {
  const body = BODIES[key];
  if (body === undefined) return FORMS[key];
  return async (world, person) => asJson(typeof body === "function" ? await body(world, person) : body);
}
