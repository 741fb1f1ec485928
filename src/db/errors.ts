/** The storage can't be used; `message` tells the operator what to do. */
export class StorageError extends Error {
  override name = "StorageError";
}

/** True for a SQLite error whose code begins with one of `codes`. */
export function isSqliteError(error: unknown, ...codes: string[]): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  const { code } = error;
  return typeof code === "string" && codes.some((wanted) => code.startsWith(wanted));
}

/** True when the disk is full: for a file, the database, or its write-ahead log. */
export function isDiskFull(error: unknown): boolean {
  if (isSqliteError(error, "SQLITE_FULL", "SQLITE_IOERR_SHMSIZE")) return true;
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}

/** The row of a query that always gives one: INSERT … RETURNING, an aggregate, or a table of a single row. */
export function requireRow<Row>(row: Row | null): Row {
  if (row === null) throw new Error("A query that always gives a row gave none");
  return row;
}
