import { asJson, type Form, type World } from "./access-world.ts";
import type { Person } from "./club.ts";
import { jsonOf } from "./json.ts";

/** How a row's call is made when its path doesn't say enough. `who` makes it; for visitors it is the member. */
type How = {
  /** Its address. */
  to?: (world: World, who: Person) => string | Promise<string>;
  body?: (world: World, who: Person) => Form | Promise<Form>;
  /** What else has to be true of this call, by the sentence that says so. */
  checks?: Readonly<Record<string, (world: World) => Promise<void>>>;
};

/** One route: its number in the catalogue if it has one, the call, and what visitor, member and admin get. */
export type Row = { id: string; call: string; gets: readonly [number, number, number] } & How;

/** A call with a number in the catalogue (TESTS AZ01 to AZ25). */
export const row = (id: string, call: string, visitor: number, member: number, admin: number, how: How = {}): Row => ({
  id,
  call,
  gets: [visitor, member, admin],
  ...how,
});

/** A call that came after the catalogue. */
export const also = (call: string, visitor: number, member: number, admin: number, how: How = {}): Row =>
  row("AZ", call, visitor, member, admin, how);

/** A call about the world's book. */
export const ofBook = (path: string) => ({ to: ({ bookId }: World) => `${path}?bookId=${bookId}` });

/** A call with a JSON body. */
export const json = (body: object) => ({ body: () => asJson(body) });

/** Makes something with a POST and gives its id. */
export const madeBy = async (who: Person, path: string, body: object): Promise<number> =>
  (await jsonOf(who.call("POST", path, body))).id;

/** The rows of every file in `tests/access`: each room of the server has one. */
export async function readMatrix(): Promise<Row[]> {
  const rooms = [...new Bun.Glob("../access/*.ts").scanSync({ cwd: import.meta.dir, absolute: true })].toSorted();
  const modules: { rows: readonly Row[] }[] = await Promise.all(rooms.map((room) => import(room)));
  return modules.flatMap(({ rows }) => rows);
}
