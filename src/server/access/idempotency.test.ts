import { expect, test } from "bun:test";

import { perTest } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";
import { plainChapters } from "#tests/support/reading-book.ts";
import { createReadingClub } from "#tests/support/reading-club.ts";

const club = perTest(() => createReadingClub());
const sendKey = "k".repeat(16);

async function prepare() {
  await club.giveText({ chapters: plainChapters([100, 100]) });
  await club.mia.call("PUT", club.path("reached"), { fraction: 0.5 });
  return jsonOf(club.mia.call("POST", club.path("notes"), { text: "Who let him in?", fraction: 0.5 }));
}

type Noun = { table: string; make: (noteId: number) => [path: string, body: object]; remove: string };
const RESOURCES: readonly Noun[] = [
  { table: "posts", make: () => ["/api/posts", { content: "Figs" }], remove: "/api/posts" },
  {
    table: "bookmarks",
    make: () => ["/api/bookmarks", { bookId: club.bookId, fraction: 0.5 }],
    remove: "/api/bookmarks",
  },
  { table: "notes", make: () => [club.path("notes"), { text: "Badly done", fraction: 0.5 }], remove: "/api/notes" },
  { table: "note_replies", make: (id) => [`/api/notes/${id}/replies`, { text: "True" }], remove: "/api/replies" },
  { table: "wines", make: () => ["/api/wines", { name: "Rioja", kind: "red" }], remove: "/api/wines" },
];

const count = (table: string) =>
  club.db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table} WHERE send_key IS NOT NULL`).get()?.n;

test("covers every table with a send key", () => {
  const tables = club.db.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const keyed = tables.filter(({ name }) =>
    club.db
      .query<{ name: string }, []>(`SELECT name FROM pragma_table_info('${name}')`)
      .all()
      .some((column) => column.name === "send_key"),
  );
  const expectedTables = [...RESOURCES.map(({ table }) => table), "deleted_sends"];
  expect(keyed.map(({ name }) => name).toSorted()).toEqual(expectedTables.toSorted());
});

test.each(RESOURCES)("creates a row of $table once for two sends with one key", async ({ table, make, remove }) => {
  const { id: noteId } = await prepare();
  const [path, body] = make(noteId);
  const send = (sender = club.mia) => sender.call("POST", path, { ...body, sendKey });
  const [first, repeated] = [await send(), await send()];
  const item = await first.json();
  expect([first.status, repeated.status, await repeated.json()]).toEqual([201, 201, item]);
  expect((await club.mia.call("DELETE", `${remove}/${item.id}`)).status).toBe(204);
  expect([(await send()).status, count(table)]).toEqual([204, 0]);
  // another member may use the same key
  const nora = club.member("nora");
  await nora.call("PUT", club.path("reached"), { fraction: 0.5 });
  expect([(await send(nora)).status, count(table)]).toEqual([201, 1]);
});

test("returns 204 for a resent reply to a deleted note", async () => {
  const { id } = await prepare();
  const reply = () => club.mia.call("POST", `/api/notes/${id}/replies`, { text: "True", sendKey });
  expect((await reply()).status).toBe(201);
  await club.mia.call("DELETE", `/api/notes/${id}`);
  expect((await reply()).status).toBe(204);
});
