import { type Static, Type } from "@sinclair/typebox";

import { Nullable } from "./nullable.ts";
import { StrictObject } from "./strict-object.ts";
import { Author, Username } from "./users.ts";

/** Without a name, the caller hosts (BEYOND 10). Only admins name somebody. */
export const NewHost = StrictObject({ username: Type.Optional(Username) });
export type NewHost = Static<typeof NewHost>;

export const HostTurn = Type.Object({
  user: Author,
  /** Meetings they hosted that are over and weren't canceled. */
  times: Type.Integer(),
  /** The day of the latest of them, yyyy-MM-dd. */
  lastHosted: Nullable(Type.String()),
  /** Whether that's the caller. */
  mine: Type.Boolean(),
});
export type HostTurn = Static<typeof HostTurn>;
