/** ok, worth knowing, or to be fixed. */
export type Finding = { about: string; state: "ok" | "note" | "fix"; message: string };

/** E.g. '412 MB'. */
export function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`;
}
