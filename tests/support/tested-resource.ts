import type { AuditEventType } from "#contract/audit.ts";
import type { Limit } from "#contract/call.ts";

import type { Form, World } from "./access-world.ts";
import type { Person } from "./club.ts";
import { jsonOf } from "./json.ts";

/** What a call may create in an hour: rows, bytes by which another member's pages grow, mails and notifications. */
export type Effects = {
  rows?: number;
  bytes?: number;
  mails?: number;
  notices?: number;
  /** Books whose talk is open to all. */
  opened?: number;
  /** Limits over a hundred rows: a rate limit, or the maximum number. */
  limit?: Limit | number | undefined;
};

/** Replaces or deletes the caller's own data, or something small of theirs that others see. */
export const NO_EFFECT: Effects = {};
export const OWN_ROW: Effects = { rows: 1 };

type Make<Result> = (world: World, person: Person) => Result | Promise<Result>;
/** `path` is the call's, with its ids. */
type Prepare<Result> = (world: World, person: Person, path: string) => Result | Promise<Result>;
/** For example by `PUT /api/wines/:id/like`. */
type ByCall<Value> = Readonly<Record<string, Value>>;

/** What the tests of every call and table need to know about a resource. Each file of `tests/resources` exports one. */
export type TestedResource = {
  /** Creates what a parameter refers to, by the part of the path before it; the caller may change it. */
  ids?: Readonly<Record<string, Make<string | number>>>;
  /** Paths whose parameters need other values; HEAD is like GET. */
  paths?: ByCall<Prepare<string>>;
  /** Preparation before a call. */
  before?: ByCall<Prepare<unknown>>;
  /** JSON bodies of calls. */
  bodies?: ByCall<object | Make<object>>;
  /** Other bodies. */
  forms?: ByCall<Make<Form>>;
  /**
   * What a member, who hosts the meeting, may create with each call that writes; a DELETE without an entry creates
   * nothing.
   */
  effects?: ByCall<Effects>;
  /** The audit events that a call may record; none without an entry. */
  audit?: ByCall<readonly AuditEventType[]>;
  /** The privacy page's text about a table, and what remains when a member's account is deleted. */
  tables?: Readonly<Record<string, { privacy: string; onDeletion: OnDeletion }>>;
};

/** `deleted-or-anonymized` is the member's choice; `kept-by-address` keeps rows that name no member. */
export type OnDeletion =
  "deleted" | "deleted-or-anonymized" | "anonymized" | "kept" | "kept-by-address" | "not-about-members";

export const madeBy = async (person: Person, path: string, body: object): Promise<number> =>
  (await jsonOf(person.call("POST", path, body))).id;
