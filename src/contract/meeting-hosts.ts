import { type Static, Type } from "@sinclair/typebox";

import { ACTIVITY_LIMIT } from "./audit.ts";
import { calls } from "./call.ts";
import { IdParams } from "./ids.ts";
import { Meeting } from "./meetings.ts";
import { Nullable, StrictObject } from "./typebox.ts";
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

export const hostCalls = () =>
  calls("Meetings", {
    "GET /api/meetings/hosts": {
      by: "member",
      summary: "List who hosted how often",
      description: "Those who haven't for the longest come first.",
      response: Type.Array(HostTurn),
    },
    "PUT /api/meetings/:id/host": {
      by: "member",
      summary: "Host a meeting",
      description: "Without a name you host it. Only admins name somebody.",
      params: IdParams,
      body: Type.Optional(NewHost),
      response: Meeting,
      throws: {
        conflict: "Somebody hosts it already, it's over or was canceled.",
        forbidden: "Only admins name somebody.",
      },
      limits: [ACTIVITY_LIMIT],
    },
    "DELETE /api/meetings/:id/host": {
      by: "member",
      summary: "End a host's turn",
      description: "Your own; admins end anybody's.",
      params: IdParams,
      response: Meeting,
      throws: { conflict: "The meeting is over.", forbidden: "It's somebody else's turn." },
    },
  });
