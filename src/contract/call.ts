import type { OptionalKind, Static, TObject, TSchema } from "@sinclair/typebox";

import type { ErrorCode } from "./error-codes.ts";
import type { MediaBody, MediaResponse } from "./media.ts";

/** One call of the API. Its key in a table is its method and path: `PUT /api/meetings/:id/answer`. */
export type Call = {
  /** Who may call. `host` is the host of the meeting in the path, or an admin. */
  by: "visitor" | "member" | "host" | "admin";
  /** One line in the imperative. */
  summary: string;
  description?: string;
  params?: TObject;
  query?: TObject;
  body?: TSchema | MediaBody;
  /** HTTP status of a success; 200 when omitted. */
  status?: 201 | 202 | 204;
  /** A further status of success, with the same response. */
  otherStatus?: 200;
  /** None with 204. */
  response?: TSchema | MediaResponse;
  /** Its body has a send key: sent again, it returns the same again; null and 204 once that was deleted (BEYOND 9). */
  isSentOnce?: true;
  /** The body of a 409 that has more than a message: the state that the caller missed. */
  conflict?: TObject;
  /** The errors of its service and when they come; those of guard and schemas are added. */
  throws?: { readonly [Code in ErrorCode]?: string };
  /** What it counts against. */
  limits?: readonly Limit[];
  /** Rejects links, address bars and pages of other sites: it counts, or asks other services. */
  isForOwnScripts?: true;
  /** Its body is a small form instead of JSON; what isn't one has no fields. */
  isForm?: true;
  /** Its service reads the request and makes the response itself. */
  isRaw?: true;
  /** Also answered without a body to HEAD. */
  hasHead?: true;
  /** Further fields of its OpenAPI operation. */
  openApi?: Readonly<Record<string, unknown>>;
};

export type CallTable = Readonly<Record<string, Call>>;

/** A resource's calls; `tag` is their heading in the API's description. */
export function calls<const Table extends CallTable>(tag: string, table: Table): { tag: string; table: Table } {
  return { tag, table };
}

type Part = "params" | "query" | "body";

/** Params, query or body of a call; undefined where it has none. */
export type PartOf<One extends Call, Name extends Part> = One extends { [_ in Name]: infer Schema extends TSchema }
  ? Schema extends { [OptionalKind]: "Optional" }
    ? Static<Schema> | undefined
    : Static<Schema>
  : undefined;

/** What its service returns: null for `isSentOnce` when it was deleted, nothing for 204. */
export type ResultOf<One extends Call> = One extends { response: infer Schema extends TSchema }
  ? Static<Schema> | (One extends { isSentOnce: true } ? null : never)
  : void;

export type ConflictOf<One extends Call> = One extends { conflict: infer Schema extends TSchema }
  ? Static<Schema>
  : never;

/** How often a member may store, fetch or mail something (BEYOND 9); counted by `access/limits.ts`. */
export type Limit = {
  /** Stored in the database, so it must not change. */
  key: string;
  max: number;
  per: "minute" | "hour" | "day" | "month";
  /** What you can do; # is `max`. */
  message: string;
  /** False where admins are free. */
  forAdmins?: false;
};

/** The limits as sentences, for the API's description. */
export function describeLimits(...limits: readonly Limit[]): string {
  return limits.map((limit) => `${limitSentence(limit)}.`).join(" ");
}

export function limitSentence({ max, message }: Pick<Limit, "max" | "message">): string {
  return `You can ${message.replace("#", String(max))}`;
}
