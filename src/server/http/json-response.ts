import { synchronous } from "./synchronous.ts";

type Answer = { responseValue: unknown; set: { headers: object; status?: number | string } };

/**
 * Elysia's hook for what routes return: plain data becomes JSON with the headers of every API answer, which takes half
 * the time of setting them one by one. Anything else, or with a status or headers of its own, is left to Elysia.
 */
export function jsonResponse(security: Readonly<Record<string, string>>) {
  const headers = new Headers({ ...security, "cache-control": "no-store" });
  return synchronous(({ responseValue, set }: Answer): Response | undefined => {
    // Elysia would send an empty body
    if (responseValue === null) return Response.json(null, { headers });
    const isOwn = set.status !== 200 || Object.keys(set.headers).length > 0;
    return isOwn || !isPlain(responseValue) ? undefined : Response.json(responseValue, { headers });
  });
}

function isPlain(value: unknown): boolean {
  return typeof value === "object" && (value?.constructor === Object || value?.constructor === Array);
}
