import type { Server } from "bun";
import { Elysia } from "elysia";

import type { Deps } from "#server/deps.ts";
import { adminsOnly, signedOut } from "#server/errors.ts";
import { allowPauses } from "#server/http/arrival.ts";
import { readJsonBody } from "#server/http/json-body.ts";
import { synchronous } from "#server/http/synchronous.ts";

import { callerAddress } from "./caller-address.ts";
import { type Caller, findCaller } from "./caller.ts";

/** Half-sent bodies from one address: a stranger's must leave connections for the others. */
const HALF_SENT_MAX = 50;

/** In each route's `detail.security`, which the access test reads. */
export type Access = "open" | "member" | "admin";

/** `checked`: the caller, after the body came; only the schema is checked between then and the handler. */
type Call = { request: Request; checked?: Caller };

/**
 * The macros `open`, `member` and `admin`, one per route (DESIGN 2: default deny). They run before the body is read, so
 * visitors get 401 and members 403 whatever they send. Handlers get `user` to read for, and `by` for `writeAs`, which
 * checks again (access/caller.ts). @throws AppError 'signed-out', 'forbidden'; 'wrong-type', 'too-large' and
 * 'malformed' for the body
 */
export function guards(deps: Deps) {
  // hooks name what they use: Elysia parses headers and query for those that pass their context on
  const requireMember = (request: Request, access: Caller["access"] = "member"): Caller => {
    const caller = findCaller(deps, request, access);
    if (!caller) throw signedOut();
    return caller;
  };
  const requireAdmin = (request: Request): Caller => {
    const by = requireMember(request, "admin");
    if (by.user.isAdmin) return by;
    deps.log.warn("not an admin", { user: by.user.id });
    throw adminsOnly();
  };
  const readBody = async ({ request, server }: { request: Request; server: Server<unknown> | null }) => {
    if (request.body === null) return undefined;
    const { promise: refused, reject } = Promise.withResolvers<never>();
    let leave = () => {};
    // a body that came with its head is read by then
    const later = setImmediate(() => {
      const from = callerAddress(request, server, deps.config);
      try {
        leave = deps.inFlight.enter(`body ${from}`, HALF_SENT_MAX, "Too many calls at once. Please try again.");
      } catch (error) {
        reject(error);
      }
    });
    try {
      return await Promise.race([readJsonBody(request), refused]);
    } finally {
      clearImmediate(later);
      leave();
    }
  };
  // OpenAPI's own field, so the API page shows it too
  const detail = (access: Access) => ({ security: access === "open" ? [] : [{ session: [access] }] });

  const check = (require: typeof requireMember) =>
    synchronous((call: Call): void => {
      call.checked = require(call.request);
      allowPauses(call.request);
    });
  const handOver = synchronous(({ checked }: Call) => {
    if (!checked) throw signedOut();
    return { by: checked, user: checked.user };
  });

  return new Elysia({ name: "guards" })
    .macro("open", { parse: readBody, detail: detail("open") })
    .macro("member", {
      detail: detail("member"),
      parse: [({ request }) => void requireMember(request), readBody],
      transform: check(requireMember),
      resolve: handOver,
    })
    .macro("admin", {
      detail: detail("admin"),
      parse: [({ request }) => void requireAdmin(request), readBody],
      transform: check(requireAdmin),
      resolve: handOver,
    });
}
