import { type Static, Type } from "@sinclair/typebox";

import { calls } from "./call.ts";
import { Nullable, OneOf } from "./typebox.ts";

export const Club = Type.Object({
  name: Type.String(),
  shortName: Type.String(),
  since: Type.Integer(),
  timeZone: Type.String(),
  /** Host of PUBLIC_URL when the page is served from it, else null. */
  publicDomain: Nullable(Type.String()),
  teamAvatarUrl: Nullable(Type.String()),
  passwordMinLength: Type.Integer(),
  /** True while the club has no admin and the printed set-up link is waiting. */
  setUpOpen: Type.Boolean(),
  /** False while the club sends no email, so that a forgotten password needs an admin. */
  mailOn: Type.Boolean(),
});
export type Club = Static<typeof Club>;

/** `incomplete` while a folder of members' files is missing; admins get the names. `upgrading` comes with 503. */
export const Health = Type.Object({
  status: OneOf(["ok", "incomplete", "upgrading"]),
  version: Type.Optional(Type.String()),
  missing: Type.Optional(Type.Array(Type.String())),
});
export type Health = Static<typeof Health>;

export const clubCalls = () =>
  calls("Club", {
    "GET /api/club": {
      by: "visitor",
      summary: "Get the club",
      response: Club,
    },
  });

export const healthCalls = () =>
  calls("Club", {
    "GET /api/health": {
      by: "visitor",
      summary: "Get the health of the server",
      description:
        "503 when its database can't be written, or while a new version upgrades it. `incomplete` while a folder of books or pictures is missing, which is named for admins.",
      response: Health,
    },
  });
