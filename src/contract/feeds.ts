import { type Static, Type } from "@sinclair/typebox";

import { Nullable } from "./nullable.ts";

export const FeedParams = Type.Object({ kind: Type.Union([Type.Literal("podcast"), Type.Literal("opds")]) });
export type FeedKind = Static<typeof FeedParams>["kind"];

export const Feed = Type.Object({
  url: Nullable(Type.String()),
  lastFetchedAt: Nullable(Type.String()),
  lastFetchedBy: Nullable(Type.String()),
});
export type Feed = Static<typeof Feed>;
