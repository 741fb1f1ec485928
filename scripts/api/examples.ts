import { createWorld, type World } from "#tests/support/access-world.ts";
import { isReadOnly, prepareCall, SAMPLE_CALLS, type SampleCall, send } from "#tests/support/sample-calls.ts";

import { maskRandomValues } from "./mask-random-values.ts";
import { accessOf, type Route } from "./routes.ts";

export type Example = {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, string>;
  body?: unknown;
  status: number;
  type: string;
  answer?: unknown;
};

const ROLES = ["open", "member", "admin"];

/** Calls that create come first, so that lists aren't empty, and calls that delete come last. */
const ORDER = [
  ({ gets }: SampleCall) => gets.includes(201),
  ({ call }: SampleCall) => call.startsWith("PUT") || call.startsWith("PATCH"),
  ({ call }: SampleCall) => call.startsWith("GET") || call.startsWith("HEAD"),
  ({ call }: SampleCall) => call.startsWith("POST"),
  () => true,
];

/** Makes each sample call in one club, or in its own if an earlier call removed what it needs. @returns by `GET /api/posts` */
export async function walkCalls(routes: readonly Route[]): Promise<Map<string, Example>> {
  const routesByCall = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));
  const orderOf = (row: SampleCall) => ORDER.findIndex((isInGroup) => isInGroup(row));
  const foundExamples = new Map<string, Example>();
  const sharedWorld = await createWorld();
  for (const row of SAMPLE_CALLS.toSorted((one, other) => orderOf(one) - orderOf(other))) {
    const route = routesByCall.get(row.call);
    if (!route) continue;
    const example = await makeCall(sharedWorld, row, route).catch(() => null);
    const hasExpectedStatus = example?.status === row.gets[ROLES.indexOf(accessOf(route))];
    foundExamples.set(row.call, example && hasExpectedStatus ? example : await makeCallAlone(row, route));
  }
  await sharedWorld.close();
  return foundExamples;
}

async function makeCallAlone(row: SampleCall, route: Route): Promise<Example> {
  const world = await createWorld();
  try {
    return await makeCall(world, row, route);
  } finally {
    await world.close();
  }
}

async function makeCall(world: World, row: SampleCall, route: Route): Promise<Example> {
  const caller = { open: null, member: world.member, host: world.admin, admin: world.admin }[accessOf(route)];
  const call = await prepareCall(world, row, caller ?? world.other);
  const { method } = route;
  // otherwise it's random whether an earlier call's mail was sent
  if (isReadOnly(method)) await world.club.quiet();
  const response = await send(world, call, caller);
  const address = new URL(call.path, "http://localhost");
  const form = row.body ? call.form : undefined;
  const type = response.headers.get("content-type") ?? "";
  const isJson = type.startsWith("application/json");
  return maskRandomValues({
    path: pathOf(route.path, address.pathname),
    query: Object.fromEntries(address.searchParams),
    headers: form?.headers ?? {},
    ...(form?.type === "application/json" &&
      route.hooks.body && { body: JSON.parse(new TextDecoder().decode(form.bytes)) }),
    status: response.status,
    type: type.split(";")[0] ?? "",
    ...(isJson && method !== "HEAD" && { answer: await response.json() }),
  });
}

function pathOf(path: string, address: string): Record<string, string> {
  const pattern = path.replaceAll(/:(\w+)\??/g, "(?<$1>[^/]+)").replace(/\*$/, "(?<path>.+)");
  return { ...new RegExp(`^${pattern}$`).exec(address)?.groups };
}
