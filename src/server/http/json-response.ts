const LONG_LIST_LENGTH = 100;
const encoder = new TextEncoder();

/** Serializes long lists, because `Response.json` blocks four times as long on non-ASCII text; undefined for other values. */
export function largeJsonResponse(value: unknown): Response | undefined {
  if (!hasLongList(value)) return undefined;
  const headers = { "content-type": "application/json;charset=utf-8" };
  return new Response(encoder.encode(JSON.stringify(value)), { headers });
}

function hasLongList(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > LONG_LIST_LENGTH;
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.values(value).some((part) => Array.isArray(part) && part.length > LONG_LIST_LENGTH);
}

const BATCH_ROWS_MAX = 500;

export async function yieldToEventLoop(rows: readonly unknown[]): Promise<void> {
  if (rows.length > BATCH_ROWS_MAX) await Bun.sleep(0);
}

/** Like `rows.map(make)`, but lets other requests run in between. */
export async function mapInBatches<Row, Result>(
  rows: readonly Row[],
  map: (row: Row) => Result,
  batchSize = BATCH_ROWS_MAX,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < rows.length; at += batchSize) {
    if (at > 0) await Bun.sleep(0);
    for (const row of rows.slice(at, at + batchSize)) results.push(map(row));
  }
  return results;
}
