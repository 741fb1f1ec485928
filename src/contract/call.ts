import type { OptionalKind, Static, TObject, TSchema } from "@sinclair/typebox";

import type { ErrorCode } from "./error-codes.ts";
import { IdParams } from "./ids.ts";
import type { MediaBody, MediaResponse } from "./media.ts";

/** One API call. Its key in a table is its method and path, such as `PUT /api/meetings/:id/answer`. */
export type Call = {
  /** The heading in the API description. */
  tag: string;
  /** Who may call. `host` is the host of the meeting in the path, or an admin. */
  by: "visitor" | "member" | "host" | "admin";
  summary: string;
  description?: string;
  /** `IdParams` for a path with `:id`, if omitted. */
  params?: TObject;
  query?: TObject;
  body?: TSchema | MediaBody;
  /** If omitted, 204 without a response, 201 for `isSentOnce`, otherwise 200. */
  status?: 201 | 202 | 204;
  otherStatus?: 200;
  response?: TSchema | MediaResponse;
  /** Its body has an idempotency key. Returns null with 204 if the row was deleted since (BEYOND 9). */
  isSentOnce?: true;
  /** The body of a 409 that contains more than a message. */
  conflict?: TObject;
  /** Errors of the service, and when they occur. Guards and schemas add theirs. */
  throws?: { readonly [Code in ErrorCode]?: string };
  limits?: readonly Limit[];
  /** Rejects requests from links and other sites, because the call counts or asks other services. */
  isForOwnScripts?: true;
  /** The body is a small form instead of JSON. */
  isForm?: true;
  /** Its handler reads the request and creates the response itself. */
  isRaw?: true;
  hasHead?: true;
  openApi?: Readonly<Record<string, unknown>>;
};

/** An entry of a table. The table adds the tag, and `by` if the entry has none. */
type CallEntry = Omit<Call, "tag" | "by"> & Partial<Pick<Call, "by">>;

type CallTable = Readonly<Record<string, CallEntry>>;

/**
 * Completes a table's entries with the tag, and with what their keys and other fields imply.
 * @param by who may make the calls whose entry has no `by`; never a visitor
 */
export function defineCalls<const By extends "member" | "host" | "admin", const Table extends CallTable>(
  tag: string,
  by: By,
  table: Table,
): WithDefaults<By, Table> {
  const entries = Object.entries<CallEntry>(table).map(([key, call]) => [key, completeCall(key, { tag, by, ...call })]);
  return Object.fromEntries(entries);
}

type WithDefaults<By, Table extends CallTable> = {
  [Key in keyof Table]: Table[Key] & { tag: string } & (Table[Key] extends Pick<Call, "by"> ? unknown : { by: By }) &
    (Table[Key] extends { params: TObject }
      ? unknown
      : Key extends `${string}/:id` | `${string}/:id/${string}`
        ? { params: typeof IdParams }
        : unknown);
};

function completeCall(key: string, call: Call): Call {
  const { response, isRaw, isSentOnce, query } = call;
  return {
    ...(/\/:id(?:\/|$)/.test(key) && { params: IdParams }),
    ...(!response && !isRaw && { status: 204 }),
    ...(isSentOnce && { status: 201 }),
    ...call,
    ...(query?.properties["bookId"] && { throws: { "not-found": "There is no such book.", ...call.throws } }),
  };
}

type RequestPart = "params" | "query" | "body";

export type PartOf<One extends Call, Name extends RequestPart> = One extends {
  [_ in Name]: infer Schema extends TSchema;
}
  ? Schema extends { [OptionalKind]: "Optional" }
    ? Static<Schema> | undefined
    : Static<Schema>
  : undefined;

/** Null for `isSentOnce` if the row was deleted; void for 204. */
export type ResultOf<One extends Call> = One extends { response: infer Schema extends TSchema }
  ? Static<Schema> | (One extends { isSentOnce: true } ? null : never)
  : void;

export type ConflictOf<One extends Call> = One extends { conflict: infer Schema extends TSchema }
  ? Static<Schema>
  : never;

/** How often a member may do something (BEYOND 9); `access/limits.ts` counts. */
export type Limit = {
  /** Stored in the database, so it must not change. */
  key: string;
  max: number;
  per: "minute" | "hour" | "day" | "month";
  /** Follows "You can"; # becomes `max`. */
  message: string;
  /** False if the limit doesn't count calls of admins. */
  isForAdmins?: false;
};

export function describeLimits(...limits: readonly Limit[]): string {
  return limits.map((limit) => `${formatLimit(limit)}.`).join(" ");
}

export function formatLimit({ max, message }: Pick<Limit, "max" | "message">): string {
  return `You can ${message.replace("#", String(max))}`;
}
