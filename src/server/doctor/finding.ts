/** What the doctor found about one thing: all is well, worth knowing, or to be mended. */
export type Finding = { about: string; state: "ok" | "note" | "mend"; words: string };

/** Bytes for people, e.g. '412 MB'. */
export function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`;
}
