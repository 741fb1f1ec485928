import type { AuditKind } from "#contract/audit.ts";

import { asJson, type Form, type World } from "./access-world.ts";
import type { Person } from "./club.ts";
import { jsonOf } from "./json.ts";

/** How to make a row's call when its path isn't enough. `who` makes it; for visitors, the member. */
type How = {
  /** Its address. */
  to?: (world: World, who: Person) => string | Promise<string>;
  body?: (world: World, who: Person) => Form | Promise<Form>;
  /** The acts that it may be recorded as; each call for admins that changes something says so. */
  records?: readonly AuditKind[];
  /** What else must hold for this call, by a sentence. */
  checks?: Readonly<Record<string, (world: World) => Promise<void>>>;
};

/** One route: its id in docs/testing.md if any, the call, and what visitor, member and admin get. */
export type Row = { id: string; call: string; gets: readonly [number, number, number] } & How;

/** A call with an id in docs/testing.md (AZ01 to AZ27). */
export const row = (id: string, call: string, visitor: number, member: number, admin: number, how: How = {}): Row => ({
  id,
  call,
  gets: [visitor, member, admin],
  ...how,
});

/** A call without one. */
export const also = (call: string, visitor: number, member: number, admin: number, how: How = {}): Row =>
  row("AZ", call, visitor, member, admin, how);

/** A call about the world's book. */
export const ofBook = (path: string) => ({ to: ({ bookId }: World) => `${path}?bookId=${bookId}` });

/** A row's call with what it needs. */
export type Call = { method: string; path: string; form: Form };

/** Makes what a row's call needs. `who` will make it. */
export async function callOf(world: World, { call, to, body }: Row, who: Person): Promise<Call> {
  const [method = "", address = ""] = call.split(" ");
  const path = (await to?.(world, who)) ?? address;
  return { method, path, form: (await body?.(world, who)) ?? asJson({}) };
}

/** Makes a row's call, with its body unless it only reads. `more` is sent instead of what the call says. */
export async function send(
  { club }: World,
  { method, path, form }: Call,
  who: { cookie: string } | null,
  more: { headers?: Record<string, string>; body?: ReadableStream } = {},
): Promise<Response> {
  const headers = { "content-type": form.type, ...form.headers, ...(who && { cookie: who.cookie }), ...more.headers };
  const body = isReadOnly(method) ? undefined : { body: more.body ?? form.bytes };
  return club.handler.fetch(new Request(`http://localhost${path}`, { method, headers, ...body }));
}

export const isReadOnly = (method: string): boolean => ["GET", "HEAD", "OPTIONS"].includes(method);

export const isRead = ({ call }: Row): boolean => isReadOnly(call.split(" ")[0] ?? "");

/** A call with a JSON body. */
export const json = (body: object) => ({ body: () => asJson(body) });

/** Creates something by POST and returns its id. */
export const madeBy = async (who: Person, path: string, body: object): Promise<number> =>
  (await jsonOf(who.call("POST", path, body))).id;

/** Words of the privacy page, and the noun's tables that they are about. */
export type Told = Readonly<Record<string, readonly string[]>>;

/** The rows of every file in `tests/access`, one per noun or room of the server. */
export async function readMatrix(): Promise<Row[]> {
  return (await readRooms()).flatMap(({ rows }) => rows);
}

/** What the privacy page says about which tables, by the same files. */
export async function readTold(): Promise<[words: string, tables: readonly string[]][]> {
  return (await readRooms()).flatMap(({ told = {} }) => Object.entries(told));
}

async function readRooms(): Promise<{ rows: readonly Row[]; told?: Told }[]> {
  const rooms = [...new Bun.Glob("../access/*.ts").scanSync({ cwd: import.meta.dir, absolute: true })].toSorted();
  return Promise.all(rooms.map((room) => import(room)));
}
