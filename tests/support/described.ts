import type { Handler } from "#server/handler.ts";

type Described = { requestBody?: object; responses: Record<string, object> };
type Address = { calls: Record<string, Described>; regex: RegExp; names: number };
type Exchange = { method: string; pathname: string; status: number; hasBody: boolean };

/** The running test's responses, each kind once; `tests/setup.ts` checks them after each test. */
const exchanges = new Map<string, Exchange>();
let document: Promise<{ paths: Record<string, Record<string, object>> }> | null = null;
let addresses: Promise<Address[]> | null = null;

/** The same handler; its responses are compared with the API's description. */
export function checkResponses(handler: Handler): Handler {
  return {
    ...handler,
    fetch: async (request, server) => {
      const response = await handler.fetch(request, server);
      recordResponse(request, response);
      return response;
    },
  };
}

/** The API's description without examples, made from the routes once per process. */
export function describedRoutes() {
  document ??= import("../../scripts/api/document.ts").then(({ describeRoutes }) => describeRoutes());
  return document;
}

/** Responses since the last call that the description lacks. */
export async function takeUndescribed(): Promise<string[]> {
  const responses = [...exchanges.values()];
  exchanges.clear();
  if (responses.length === 0) return [];
  addresses ??= readAddresses();
  const paths = await addresses;
  const undescribed = responses.filter((one) => !isDescribed(one, paths));
  return undescribed.map(
    ({ method, pathname, status }) => `${method} ${pathname} answered ${status}, which its route lacks`,
  );
}

function recordResponse({ method, url, body }: Request, { status }: Response): void {
  // an invalid Host header makes the URL invalid
  const pathname = URL.parse(url)?.pathname ?? "";
  const hasBody = body !== null;
  // 5XX covers all of them
  if (status < 500) exchanges.set(`${method} ${pathname} ${status} ${hasBody}`, { method, pathname, status, hasBody });
}

/** Those with fewer parameters first, in the order in which the server matches them. */
async function readAddresses(): Promise<Address[]> {
  const { paths } = (await describedRoutes()) as { paths: Record<string, Record<string, Described>> };
  return Object.entries(paths)
    .map(([path, calls]) => ({ calls, ...patternOf(path) }))
    .toSorted((a, b) => a.names - b.names);
}

function patternOf(path: string): { regex: RegExp; names: number } {
  const names = path.match(/\{/g)?.length ?? 0;
  const parts = path
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? RegExp.escape(part) : part === "path" ? ".+" : "[^/]+"));
  return { regex: new RegExp(`^${parts.join("")}$`), names };
}

/** Other tests cover paths that the description lacks, and bodies where none is expected. */
function isDescribed({ method, pathname, status, hasBody }: Exchange, addresses: readonly Address[]): boolean {
  const name = method.toLowerCase();
  const call = addresses.find(({ calls, regex }) => name in calls && regex.test(pathname))?.calls[name];
  if (!call || String(status) in call.responses) return true;
  return !call.requestBody && hasBody && [413, 415, 422, 429].includes(status);
}
