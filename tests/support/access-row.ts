import type { AuditEventType } from "#contract/audit.ts";
import type { Call } from "#contract/call.ts";
import { allCalls } from "#contract/calls.ts";

import { asJson, type Form, type World } from "./access-world.ts";
import type { Person } from "./club.ts";
import { jsonOf } from "./json.ts";

/** How to make a row's call when its path isn't enough. `who` makes it; for visitors, the member. */
type How = {
  /** Its address. */
  to?: (world: World, who: Person) => string | Promise<string>;
  body?: (world: World, who: Person) => Form | Promise<Form>;
  /** The acts that it may be recorded as; each call for admins that changes something says so. */
  records?: readonly AuditEventType[];
  /** What else must hold for this call, by a sentence. */
  checks?: Readonly<Record<string, (world: World) => Promise<void>>>;
};

/** A call of the table: its id in docs/testing.md if any, and the status that visitor, member and admin get. */
export type Row = { id: string; call: string; gets: readonly [number, number, number] } & How;

/** What a resource's calls need that the table can't say, by key; `gets` where the table's status isn't what they get. */
export type Rows = Readonly<Record<string, How & Partial<Pick<Row, "id" | "gets">>>>;

/** A call about the world's book. */
export const ofBook = (path: string) => ({ to: ({ bookId }: World) => `${path}?bookId=${bookId}` });

/** A row's call with what it needs. */
export type Sendable = { method: string; path: string; form: Form };

/** Makes what a row's call needs. `who` will make it. */
export async function callOf(world: World, { call, to, body }: Row, who: Person): Promise<Sendable> {
  const [method = "", address = ""] = call.split(" ");
  const path = (await to?.(world, who)) ?? address;
  return { method, path, form: (await body?.(world, who)) ?? asJson({}) };
}

/** Makes a row's call, with its body unless it only reads. `more` is sent instead of what the call says. */
export async function send(
  { club }: World,
  { method, path, form }: Sendable,
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

/** A row for each call of the table, with what the files in `tests/access` add. */
export async function readMatrix(): Promise<Row[]> {
  const added: Rows = Object.assign({}, ...(await readRooms()).map(({ rows }) => rows));
  const rows = Object.entries<Call>(allCalls()).flatMap(([key, call]) => {
    const keys = call.hasHead ? [key, key.replace("GET", "HEAD")] : [key];
    return keys.map((one) => ({ id: "AZ", call: one, gets: statuses(call), ...added[one] }));
  });
  const unknown = Object.keys(added).filter((key) => !rows.some(({ call }) => call === key));
  if (unknown.length > 0) throw new Error(`Not in the table of calls: ${unknown.join(", ")}`);
  return rows;
}

function statuses(call: Call): Row["gets"] {
  const { by } = call;
  const status = call.status ?? 200;
  if (by === "visitor") return [status, status, status];
  return [401, by === "member" ? status : 403, status];
}

/** What the privacy page says about which tables, by the same files. */
export async function readTold(): Promise<[words: string, tables: readonly string[]][]> {
  return (await readRooms()).flatMap(({ told = {} }) => Object.entries(told));
}

async function readRooms(): Promise<{ rows: Rows; told?: Told }[]> {
  const rooms = [...new Bun.Glob("../access/*.ts").scanSync({ cwd: import.meta.dir, absolute: true })].toSorted();
  return Promise.all(rooms.map((room) => import(room)));
}
