import { asJson, type Form, type World } from "./support/access-world.ts";
import type { Person } from "./support/club.ts";

/** How a call of a row is made, when its path says not enough. `who` makes it; for visitors it is the member. */
type How = {
  /** Its address. */
  to?: (world: World, who: Person) => string | Promise<string>;
  body?: (world: World) => Form | Promise<Form>;
  /** What else holds for this call: a check of that name stands in tests/access-checks.ts. */
  extra?: string;
};

/** One route: its number in the catalogue where it has one, the call, and what visitor, member and admin get. */
export type Row = { id: string; call: string; gets: readonly [number, number, number] } & How;

/** A row of the catalogue. */
export const row = (id: string, call: string, visitor: number, member: number, admin: number, how: How = {}): Row => ({
  id,
  call,
  gets: [visitor, member, admin],
  ...how,
});
/** A call that the catalogue, older than it, has no number for. */
export const also = (call: string, visitor: number, member: number, admin: number, how: How = {}): Row =>
  row("AZ", call, visitor, member, admin, how);

export const json = (body: object) => ({ body: () => asJson(body) });
