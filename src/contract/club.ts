import { type Static, Type } from "@sinclair/typebox";

import { defineCalls } from "./call.ts";
import { Nullable, OneOf } from "./typebox.ts";

export const Club = Type.Object({
  name: Type.String(),
  shortName: Type.String(),
  since: Type.Integer(),
  timeZone: Type.String(),
  /** The host of PUBLIC_URL, or null. */
  publicDomain: Nullable(Type.String()),
  teamAvatarUrl: Nullable(Type.String()),
  passwordMinLength: Type.Integer(),
  /** True if there is no admin and the set-up link hasn't expired. */
  setUpOpen: Type.Boolean(),
  mailOn: Type.Boolean(),
});
export type Club = Static<typeof Club>;

/** `incomplete` if a folder of files is missing; only admins get the names. `upgrading` comes with 503. */
export const Health = Type.Object({
  status: OneOf(["ok", "incomplete", "upgrading"]),
  version: Type.Optional(Type.String()),
  missing: Type.Optional(Type.Array(Type.String())),
});
export type Health = Static<typeof Health>;

export const clubCalls = () =>
  defineCalls("Club", "member", {
    "GET /api/club": {
      by: "visitor",
      summary: "Get the club",
      response: Club,
    },
    "GET /api/health": {
      by: "visitor",
      summary: "Get the health of the server",
      description:
        "The response is 503 if the database can't be written, or while a new version upgrades it. The status is `incomplete` while a folder of books or pictures is missing. Only admins see its name.",
      response: Health,
    },
  });
