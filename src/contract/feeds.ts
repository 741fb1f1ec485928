import { type Static, Type } from "@sinclair/typebox";

import { Nullable } from "./nullable.ts";

/** Last part of `/api/profile/feeds/{kind}` (BEYOND 8). */
export const FeedParams = Type.Object({ kind: Type.Union([Type.Literal("podcast"), Type.Literal("opds")]) });
export type FeedKind = Static<typeof FeedParams>["kind"];

/** The secret address of a member's feed, null when there is none, and what has fetched it last. */
export const Feed = Type.Object({
  url: Nullable(Type.String()),
  /** ISO-8601 UTC. */
  lastFetchedAt: Nullable(Type.String()),
  /** What the program calls itself. */
  lastFetchedBy: Nullable(Type.String()),
});
export type Feed = Static<typeof Feed>;
