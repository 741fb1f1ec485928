import type { AnyElysia } from "elysia";

import { asJson, type World } from "./access-world.ts";
import type { Person } from "./club.ts";
import { jsonOf } from "./json.ts";
import { everyByte } from "./leaks.ts";
import { isReadOnly, prepareCall, type SampleCall, send, type Sendable } from "./sample-calls.ts";

/** In every text of the book and of what members did with it. */
export const WORD = "Zwetschgendatschi";

/** Makes members leave a record of each kind on the book while it is this month's. */
export async function fillBook(world: World): Promise<void> {
  const { admin, member, other, bookId } = world;
  await world.files();
  const coverImage = await world.cover();
  await jsonOf(admin.call("PATCH", `/api/books/${bookId}`, { title: WORD, author: WORD, synopsis: WORD, coverImage }));
  await jsonOf(
    admin.call("POST", "/api/meetings", { date: "2026-12-16", time: "19:00", location: "The cellar", bookId }),
  );
  await jsonOf(other.call("POST", "/api/wines", { name: "Rioja", kind: "red", bookId }));
  await jsonOf(other.call("PUT", `/api/books/${bookId}/review`, { stars: 5, text: WORD, finished: "yes" }));
  for (const who of [member, other]) {
    const note = await jsonOf(who.call("POST", `/api/books/${bookId}/notes`, { text: WORD, quote: WORD, fraction: 0 }));
    await jsonOf(other.call("POST", `/api/notes/${note.id}/replies`, { text: WORD }));
    await jsonOf(other.call("PUT", `/api/notes/${note.id}/heart`));
  }
  await jsonOf(member.call("POST", "/api/bookmarks", { bookId, currentTime: 1, note: WORD }));
  await jsonOf(member.call("POST", "/api/reading-progress", { bookId, fraction: 0.5, locator: WORD }));
  await jsonOf(member.call("POST", "/api/audiobook-progress", { bookId, currentTime: 1, chapter: 0 }));
}

/** What `row` sends, with each field that takes a book's id filled in. */
export async function bookCall(
  world: World,
  routes: AnyElysia["routes"],
  row: SampleCall,
  who: Person,
): Promise<Sendable> {
  const { method, path, form } = await prepareCall(world, row, who);
  const route = routes.find((one) => `${one.method} ${one.path}` === row.call);
  const url = new URL(path, "http://localhost");
  for (const field of bookFields(route?.hooks.query)) url.searchParams.set(field, String(world.bookId));
  const fields = bookFields(route?.hooks.body);
  const filled = Object.fromEntries(fields.map((field) => [field, world.bookId]));
  const hasFields = fields.length > 0 && !isReadOnly(method);
  const body = () => asJson({ ...JSON.parse(Buffer.from(form.bytes).toString()), ...filled });
  return { method, path: `${url.pathname}${url.search}`, form: hasFields ? body() : form };
}

/** True when the call says the book's id. */
export function namesBook(world: World, { path, form }: Sendable): boolean {
  const number = new RegExp(`(?<![\\w-])${world.bookId}(?![\\w-])`);
  return number.test(path) || (form.type === "application/json" && number.test(Buffer.from(form.bytes).toString()));
}

/** What comes back, without what is new each time. */
export async function answerTo(world: World, call: Sendable, who: Pick<Person, "cookie">): Promise<string> {
  const response = await send(world, call, who);
  response.headers.delete("x-request-id");
  return everyByte(response);
}

export const statusOf = (answer: string): number => Number.parseInt(answer, 10);

/** Without secrets and running numbers, which are new each time. */
export function comparable(answer: string): string {
  return answer.replaceAll(/[\w-]{20,}/g, "…").replaceAll(/device=[\w-]+|"code":"[^"]*"|Nominee \d+/g, "…");
}

type Schema = { properties?: Record<string, Schema>; anyOf?: Schema[]; allOf?: Schema[] };

/** Names of fields like `bookId`, at any depth of unions. */
function bookFields(schema: unknown): string[] {
  if (!isSchema(schema)) return [];
  const { properties = {}, anyOf = [], allOf = [] } = schema;
  const own = Object.keys(properties).filter((name) => /book.?id/i.test(name));
  return [...new Set([...own, ...[...anyOf, ...allOf].flatMap(bookFields)])];
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null;
}
