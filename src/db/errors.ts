/** The storage can't be used; `message` tells the operator what to do. */
export class StorageError extends Error {
  override name = "StorageError";
}

/** An error's `code`, such as ENOENT or SQLITE_BUSY; empty without one. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** True for a SQLite error whose code begins with one of `codes`. */
export function isSqliteError(error: unknown, ...codes: string[]): boolean {
  return codes.some((code) => errorCode(error).startsWith(code));
}

/** True when the disk is full: for a file, the database, or its write-ahead log. */
export function isDiskFull(error: unknown): boolean {
  return isSqliteError(error, "SQLITE_FULL", "SQLITE_IOERR_SHMSIZE") || ["ENOSPC", "EDQUOT"].includes(errorCode(error));
}

/** The row of a query that always gives one: INSERT … RETURNING, an aggregate, or a table of a single row. */
export function requireRow<Row>(row: Row | null): Row {
  if (row === null) throw new Error("A query that always gives a row gave none");
  return row;
}
