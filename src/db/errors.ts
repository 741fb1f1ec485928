/** The storage can't be used; `message` is for operators. */
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

export function isDiskFull(error: unknown): boolean {
  return isSqliteError(error, "SQLITE_FULL", "SQLITE_IOERR_SHMSIZE") || ["ENOSPC", "EDQUOT"].includes(errorCode(error));
}

/** EFAULT is what Bun 1.4.5 reports if a file is where the deleted file's folder should be. */
const STORAGE_ERRORS =
  /^(?:SQLITE_(?:CANTOPEN|IOERR|PERM|READONLY).*|E(?:ACCES|EXIST|FAULT|IO|ISDIR|LOOP|NOENT|NOTDIR|PERM|ROFS))$/;

/** True if the storage can't be used, for example because its disk fails or a file is where a folder should be. */
export function isStorageError(error: unknown): boolean {
  return error instanceof StorageError || STORAGE_ERRORS.test(errorCode(error));
}

/** For queries that always return a row, such as INSERT … RETURNING and aggregates. */
export function requireRow<Row>(row: Row | null): Row {
  if (row === null) throw new Error("A query returned no row");
  return row;
}
