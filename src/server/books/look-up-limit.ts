import type { Limit } from "#server/access/limits.ts";

/** Admins plan months of books at once. */
export const LOOK_UP_LIMIT: Limit = {
  of: "look-up",
  max: 30,
  per: "hour",
  words: "look up # books and covers an hour",
  forAdmins: false,
};
