const LONG = 100;
const encoder = new TextEncoder();

/**
 * An answer with a long list as JSON. `Response.json` takes four times as long where texts have accents, and meanwhile
 * nobody else gets an answer.
 * @returns undefined for what Elysia sends as well
 */
export function largeJsonResponse(value: unknown): Response | undefined {
  if (!hasLongList(value)) return undefined;
  const headers = { "content-type": "application/json;charset=utf-8" };
  return new Response(encoder.encode(JSON.stringify(value)), { headers });
}

function hasLongList(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > LONG;
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.values(value).some((part) => Array.isArray(part) && part.length > LONG);
}
