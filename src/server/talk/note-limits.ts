import type { Limit } from "#server/access/limits.ts";

/** Notes and replies together. */
export const NOTE_LIMITS: readonly Limit[] = [
  { of: "note", max: 60, per: "minute", words: "write # notes and replies a minute" },
  { of: "note", max: 500, per: "day", words: "write # notes and replies a day" },
];
