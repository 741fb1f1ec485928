import { type Static, Type } from "@sinclair/typebox";

import { Nullable } from "./nullable.ts";

/** Public facts of the club (`GET /api/club`, DESIGN 2). */
export const Club = Type.Object({
  name: Type.String(),
  shortName: Type.String(),
  /** Year. */
  since: Type.Integer(),
  /** IANA name, e.g. America/New_York. */
  timeZone: Type.String(),
  /** Host of PUBLIC_URL: the value of `X-Public-Domain` when the page is served from it; else null. */
  publicDomain: Nullable(Type.String()),
  /** Picture of the team, or null for our own initials picture. */
  teamAvatarUrl: Nullable(Type.String()),
  passwordMinLength: Type.Integer(),
  /** True while the club has no admin and the printed set-up link is waiting. */
  setUpOpen: Type.Boolean(),
});
export type Club = Static<typeof Club>;

/** Answer of `GET /api/health`. */
export const Health = Type.Object({ status: Type.Literal("ok"), version: Type.String() });
export type Health = Static<typeof Health>;
