const ROWS_AT_ONCE = 500;

/** Answers other calls between the steps of a long list, each of which takes a while: reading its rows, and writing them. */
export async function letOthersIn(rows: readonly unknown[]): Promise<void> {
  if (rows.length > ROWS_AT_ONCE) await Bun.sleep(0);
}
