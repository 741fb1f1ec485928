/** The storage cannot be used as it is; `message` tells the operator in one sentence what to do. */
export class StorageFault extends Error {
  override name = "StorageFault";
}

/** True for an error of SQLite whose code begins with one of the given ones, e.g. 'SQLITE_FULL'. */
export function isSqliteError(error: unknown, ...codes: string[]): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  const { code } = error;
  return typeof code === "string" && codes.some((wanted) => code.startsWith(wanted));
}

/** True when there was no space to write: for a file, for the database, or for the index of its write-ahead log. */
export function isDiskFull(error: unknown): boolean {
  if (isSqliteError(error, "SQLITE_FULL", "SQLITE_IOERR_SHMSIZE")) return true;
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}
