import type { Server } from "bun";
import { type AnyElysia, Elysia, ElysiaCustomStatusResponse as Status, status } from "elysia";

import type { Call, PartOf, ResultOf } from "#contract/call.ts";
import { allCalls, type CallKey, type Calls } from "#contract/calls.ts";
import type { MediaResponse } from "#contract/media.ts";
import type { Deps } from "#server/deps.ts";
import { allowSlowBody } from "#server/http/connection.ts";
import { requireSameOriginFetch } from "#server/http/cross-site.ts";
import { describeCall, describeHead, isMediaBody, isMediaResponse, responseSchemas } from "#server/http/openapi.ts";

import { type Caller, type HostRule, requireCaller } from "./caller.ts";
import { type CookieCall, createCookiePlugin } from "./cookies.ts";
import { readAdmittedBody } from "./read-admitted-body.ts";

export type RouteContext<One extends Call> = {
  params: PartOf<One, "params">;
  query: PartOf<One, "query">;
  body: One extends { isForm: true } ? FormData : PartOf<One, "body">;
  request: Request;
  server: Server<unknown> | null;
  set: { headers: Record<string, string | number> };
} & (One extends { by: "visitor" } ? unknown : { actor: Caller; user: Caller["user"] });

type Result<One extends Call> = One extends { response: MediaResponse } | { isRaw: true }
  ? Response
  : ResultOf<One> | (One extends { otherStatus: 200 } ? Status<200, ResultOf<One>> : never);

type RouteOptions = { host?: HostRule | undefined; plugin?: AnyElysia };

const CALLS = allCalls();
/** What Elysia gets about each call in any club. */
const HOOKS = Object.fromEntries(
  Object.entries<Call>(CALLS).map(([key, call]) => [key, { ...createSchemaHooks(call), detail: describeCall(call) }]),
);

type RouteHandler = (context: object) => unknown;
type GuardedContext = { request: Request; server: Server<unknown> | null; params: { id?: unknown }; actor?: Caller };

/** Creates routes of the API's calls. Visitors get 401 and members 403 before the body is read (DESIGN 2, 4). */
export const routes = (deps: Deps, host?: HostRule) => createRoutes<unknown>(deps, { host });

export const cookieRoutes = (deps: Deps) => createRoutes<CookieCall>(deps, { plugin: createCookiePlugin(deps.config) });

function createRoutes<Extra>(deps: Deps, { host, plugin }: RouteOptions) {
  const mounts: ((app: AnyElysia) => void)[] = [];
  const builder = {
    /** Adds the routes to `parent`, without the plugin's hooks for other routes. */
    mountOn(parent: AnyElysia): void {
      const app = plugin ? new Elysia().use(plugin) : parent;
      for (const mount of mounts) mount(app);
      if (plugin) parent.use(app);
    },
    on<Key extends CallKey>(
      key: Key,
      handle: (context: RouteContext<Calls[Key]> & Extra) => Result<Calls[Key]> | Promise<Result<Calls[Key]>>,
    ) {
      const call: Call = CALLS[key];
      const [method = "", path = ""] = key.split(" ");
      const hooks = { ...createGuardHooks(deps, call, host), ...HOOKS[key] };
      const respond = createResponder(call, handle as RouteHandler, plugin !== undefined);
      mounts.push((app) => {
        app.route(method, path, respond as never, { ...hooks } as never);
        if (call.hasHead) app.route("HEAD", path, respond as never, { ...hooks, detail: describeHead(call) } as never);
      });
      return builder;
    },
  };
  return builder;
}

/** Hooks destructure their context: otherwise Elysia would parse cookies, headers and query for them. */
function createGuardHooks(deps: Deps, { by, body, isForm, isForOwnScripts, isRaw: raw }: Call, host?: HostRule) {
  const isRaw = raw || isMediaBody(body);
  // Elysia skips `parse` without a body, and `transform` runs after it
  if (by === "visitor") {
    if (isRaw) return { parse: "none" };
    const parse = async ({ request, server }: GuardedContext) =>
      (await readAdmittedBody(deps, { request, server }, { isVisitor: true, isForm })).body;
    return { parse };
  }
  const authenticate = (request: Request, params: GuardedContext["params"]) =>
    requireCaller(deps, request, { by, id: params?.id, host });
  const transform = ({ request, params, actor }: GuardedContext) => {
    if (isForOwnScripts) requireSameOriginFetch(request, deps.config);
    const caller = actor ?? authenticate(request, params);
    allowSlowBody(request);
    return { actor: caller };
  };
  if (isRaw) return { parse: "none", transform };
  const parse = async (context: GuardedContext) => {
    const { request, server, params } = context;
    context.actor = authenticate(request, params);
    const { body, isLate } = await readAdmittedBody(deps, { request, server }, { isForm });
    if (isLate) context.actor = authenticate(request, params);
    return body;
  };
  return { parse, transform };
}

function createSchemaHooks(call: Call) {
  const { params, query, body } = call;
  const response = responseSchemas(call);
  return {
    ...(params && { params }),
    ...(query && { query }),
    ...(body && !isMediaBody(body) && { body }),
    ...(response && { response }),
  };
}

/** Handlers destructure their context: Elysia parses what they name, and copies a response if `set` could change it. */
function createResponder(call: Call, handle: RouteHandler, hasCookies: boolean) {
  type Context = RouteContext<Call & { by: "member" }>;
  const { status: code = 200, isSentOnce, isRaw, response } = call;
  if (isRaw || isMediaResponse(response))
    return ({ params, query, body, request, server, actor }: Context) =>
      handle({ params, query, body, request, server, actor, user: actor?.user });
  const toResponse = (result: unknown) => {
    if (result instanceof Status || (code === 200 && response)) return result;
    return code === 204 || (isSentOnce && result === null) ? status(204, undefined) : status(code, result);
  };
  const awaitResponse = (result: unknown) => (result instanceof Promise ? result.then(toResponse) : toResponse(result));
  if (!hasCookies)
    return ({ params, query, body, request, server, set, actor }: Context) =>
      awaitResponse(handle({ params, query, body, request, server, set, actor, user: actor?.user }));
  return ({ params, query, body, request, server, set, actor, cookie, setCookie }: Context & CookieCall) =>
    awaitResponse(handle({ params, query, body, request, server, set, actor, user: actor?.user, cookie, setCookie }));
}
