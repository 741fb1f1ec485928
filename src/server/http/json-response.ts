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

const ROWS_AT_ONCE = 500;

/** Answers other calls between the steps of a long list, each of which takes a while: reading its rows, and writing them. */
export async function yieldToEventLoop(rows: readonly unknown[]): Promise<void> {
  if (rows.length > ROWS_AT_ONCE) await Bun.sleep(0);
}

/** `rows.map(make)`, which answers other calls every so many rows. */
export async function mapInSteps<Row, Result>(rows: readonly Row[], make: (row: Row) => Result): Promise<Result[]> {
  const made: Result[] = [];
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    if (at > 0) await Bun.sleep(0);
    for (const row of rows.slice(at, at + ROWS_AT_ONCE)) made.push(make(row));
  }
  return made;
}
