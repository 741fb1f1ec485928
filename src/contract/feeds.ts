import { type Static, Type } from "@sinclair/typebox";

import { Nullable } from "./nullable.ts";
import { OneOf } from "./one-of.ts";

export const FeedParams = Type.Object({ kind: OneOf(["podcast", "opds"]) });
export type FeedKind = Static<typeof FeedParams>["kind"];

export const Feed = Type.Object({
  url: Nullable(Type.String()),
  lastFetchedAt: Nullable(Type.String()),
  lastFetchedBy: Nullable(Type.String()),
});
export type Feed = Static<typeof Feed>;
