/** The row of a query that always gives one, such as INSERT … RETURNING. */
export function requireRow<Row>(row: Row | null): Row {
  if (row === null) throw new Error("A query that always gives a row gave none");
  return row;
}
