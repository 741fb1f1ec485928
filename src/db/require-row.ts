/** The row of a query that always gives one: INSERT … RETURNING, an aggregate, or a table of a single row. */
export function requireRow<Row>(row: Row | null): Row {
  if (row === null) throw new Error("A query that always gives a row gave none");
  return row;
}
