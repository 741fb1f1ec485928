import type { Server } from "bun";
import { Elysia } from "elysia";

import { MEMBER } from "#contract/headers.ts";
import { OTHER_MEMBER } from "#contract/other-member.ts";
import type { Deps } from "#server/deps.ts";
import { adminsOnly, AppError, type ErrorCode, signedOut, STATUS } from "#server/errors.ts";
import { allowPauses } from "#server/http/arrival.ts";
import { readFormBody } from "#server/http/form-body.ts";
import { readJsonBody } from "#server/http/json-body.ts";

import { callerAddress } from "./caller-address.ts";
import { type Caller, findCaller } from "./caller.ts";

/** Half-sent bodies from one address: a stranger's must leave connections for the others. */
const HALF_SENT_MAX = 50;
/** Of all strangers together, from however many addresses: 1,024 descriptors must do for everybody. */
const STRANGERS_MAX = 400;
const TOO_MANY = "Too many calls at once. Please try again.";
const READ_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** In each route's `detail.security`, which the access test reads. */
type Access = "open" | "member" | "host" | "admin";

/** Who may call besides admins, by the id in the address. */
export type HostRule = { may: (user: Caller["user"], id: number) => boolean; refuse: () => AppError };

/** For the API's description: which errors a route's service throws, and when. Those of guard and schemas are added. */
type Throws = { readonly [Code in ErrorCode]?: string };

/**
 * The macros `open`, `member`, `host` and `admin`, one per route (DESIGN 2: default deny), and `throws`. They run before the
 * body is read, so visitors get 401 and members 403 whatever they send. Handlers get `user`, who reads, and `by` for
 * `writeAs`, which checks again (access/caller.ts). `X-Member` is compared with the session in all but `open` routes.
 * @throws AppError 'signed-out', 'forbidden'; 'conflict' and 'invalid' for `X-Member`; 'wrong-type', 'too-large' and
 *   'malformed' for the body
 */
export function guards(deps: Deps) {
  // hooks name what they use: Elysia parses headers and query for those that pass their context on
  const requireMember = (request: Request, access: Caller["access"] = "member"): Caller => {
    const caller = findCaller(deps, request, access);
    if (!caller) throw signedOut();
    requireSameMember(request, caller.user.id);
    return caller;
  };
  const requireAdmin = (request: Request): Caller => {
    const by = requireMember(request, "admin");
    if (by.user.isAdmin) return by;
    deps.log.warn("not an admin", { user: by.user.id });
    throw adminsOnly();
  };
  type Addressed = { request: Request; params: { id?: unknown } };
  const requireHost = ({ request, params }: Addressed, { may, refuse }: HostRule): Caller => {
    const by = requireMember(request);
    // the schema looks at it later
    const id = /^[1-9]\d{0,9}$/.test(String(params.id)) ? Number(params.id) : 0;
    if (may(by.user, id)) return by;
    deps.log.warn("neither an admin nor the host", { user: by.user.id });
    throw refuse();
  };
  const hold = (from: string, isStranger: boolean): (() => void) => {
    const leave = deps.inFlight.enter(`body ${from}`, HALF_SENT_MAX, TOO_MANY);
    if (!isStranger) return leave;
    try {
      const leaveAll = deps.inFlight.enter("strangers' bodies", STRANGERS_MAX, TOO_MANY);
      return () => (leaveAll(), leave());
    } catch (error) {
      leave();
      throw error;
    }
  };
  type Arriving = { request: Request; server: Server<unknown> | null };
  const readBody = async (
    { request, server }: Arriving,
    isStranger = false,
    read: (request: Request) => Promise<unknown> = readJsonBody,
  ) => {
    if (request.body === null) return undefined;
    const { promise: refused, reject } = Promise.withResolvers<never>();
    let leave = () => {};
    // a body that came with its head is read by then
    const later = setImmediate(() => {
      const from = callerAddress(request, server, deps.config);
      try {
        leave = hold(from, isStranger);
      } catch (error) {
        reject(error);
      }
    });
    try {
      return await Promise.race([read(request), refused]);
    } finally {
      clearImmediate(later);
      leave();
    }
  };
  // OpenAPI's own field
  const detail = (access: Access) => ({ security: access === "open" ? [] : [{ session: [access] }] });

  /** After the body came; only the schema is checked between then and the handler. */
  const arrived = new WeakMap<Request, Caller>();
  const arrive = (request: Request, by: Caller): void => {
    arrived.set(request, by);
    allowPauses(request);
  };
  const handOver = (request: Request) => {
    const by = arrived.get(request);
    if (!by) throw signedOut();
    return { by, user: by.user };
  };

  return new Elysia({ name: "guards" })
    .macro("throws", (why: Throws) => ({ detail: { responses: described(why) } }))
    .macro("open", (body: true | "form") => ({
      parse: (arriving: Arriving) => readBody(arriving, true, body === "form" ? readFormBody : readJsonBody),
      detail: detail("open"),
    }))
    .macro("member", {
      detail: detail("member"),
      parse: [({ request }) => void requireMember(request), ({ request, server }) => readBody({ request, server })],
      transform: ({ request }) => arrive(request, requireMember(request)),
      resolve: ({ request }) => handOver(request),
    })
    .macro("host", (rule: HostRule) => ({
      detail: detail("host"),
      parse: [
        ({ request, params }: Addressed) => void requireHost({ request, params }, rule),
        ({ request, server }: Arriving) => readBody({ request, server }),
      ],
      transform: ({ request, params }: Addressed) => arrive(request, requireHost({ request, params }, rule)),
      resolve: ({ request }: { request: Request }) => handOver(request),
    }))
    .macro("admin", {
      detail: detail("admin"),
      parse: [({ request }) => void requireAdmin(request), ({ request, server }) => readBody({ request, server })],
      transform: ({ request }) => arrive(request, requireAdmin(request)),
      resolve: ({ request }) => handOver(request),
    });
}

/** An empty table of routes with the guards; `tag` is its heading in the API's description. */
export const guardedRoutes = (deps: Deps, { name, tag }: { name: string; tag: string }) =>
  new Elysia({ name, tags: [tag] }).use(guards(deps));

/** What waited on a device is its author's, whoever is signed in when it's sent (BEYOND 14). */
function requireSameMember({ method, headers }: Request, userId: number): void {
  const member = headers.get(MEMBER);
  if (member === null || READ_METHODS.has(method)) return;
  if (!/^[1-9]\d*$/.test(member))
    throw new AppError("invalid", `The ${MEMBER} header has to be a member's id, which is a positive integer.`);
  if (member !== String(userId)) throw new AppError("conflict", OTHER_MEMBER);
}

function described(why: Throws): Record<string, { description: string }> {
  const codes = Object.keys(why) as (keyof Throws)[];
  return Object.fromEntries(codes.map((code) => [STATUS[code], { description: why[code] ?? "" }]));
}
