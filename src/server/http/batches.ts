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
