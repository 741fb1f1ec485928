import type { AuditEventType } from "#contract/audit.ts";
import type { Limit } from "#contract/call.ts";

import type { Form, World } from "./access-world.ts";
import type { Person } from "./club.ts";
import { jsonOf } from "./json.ts";

/**
 * What a call may create in an hour: rows stored, bytes that another member's pages grow by, mails and notifications.
 */
export type Effects = {
  rows?: number;
  bytes?: number;
  mails?: number;
  notices?: number;
  /** Books whose talk is open to all. */
  opened?: number;
  /** What limits more than a hundred rows: a limit that counts, or the most that there may be. */
  limit?: Limit | number | undefined;
};

/** Replaces or deletes what is the caller's, or something small of theirs that others see. */
export const NO_EFFECT: Effects = {};
export const OWN_ROW: Effects = { rows: 1 };

type Make<Result> = (world: World, who: Person) => Result | Promise<Result>;
/** `path` is the call's, with its ids. */
type Prepare<Result> = (world: World, who: Person, path: string) => Result | Promise<Result>;
/** By `PUT /api/wines/:id/like`. */
type ByCall<Value> = Readonly<Record<string, Value>>;

/**
 * What the tests that ask something of every call and table need to know about those of one resource. Each file of
 * `tests/resources` exports one.
 */
export type TestedResource = {
  /** What a parameter stands for, by the words before it: something new that the caller may change. */
  ids?: Readonly<Record<string, Make<string | number>>>;
  /** Paths whose parameters' names don't say enough; HEAD as GET. */
  paths?: ByCall<Prepare<string>>;
  /** What must have happened before a call. */
  before?: ByCall<Prepare<unknown>>;
  /** JSON that a call takes. */
  bodies?: ByCall<object | Make<object>>;
  /** What isn't JSON. */
  forms?: ByCall<Make<Form>>;
  /** What a member, who hosts the meeting, may make of each call that writes; a DELETE without an entry makes nothing. */
  effects?: ByCall<Effects>;
  /** What an admin's call may be recorded as. */
  audit?: ByCall<readonly AuditEventType[]>;
  /** The words of the privacy page about a table, and what is left of it when a member's account is deleted. */
  tables?: Readonly<Record<string, { privacy: string; onDeletion: OnDeletion }>>;
};

/** `deleted-or-anonymized` is the member's choice; `kept-by-address` keeps what names no member. */
export type OnDeletion =
  "deleted" | "deleted-or-anonymized" | "anonymized" | "kept" | "kept-by-address" | "not-about-members";

export const madeBy = async (who: Person, path: string, body: object): Promise<number> =>
  (await jsonOf(who.call("POST", path, body))).id;
