import { expect, test } from "bun:test";

import { perTest } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";
import { plainChapters } from "#tests/support/reading-book.ts";
import { createReadingClub } from "#tests/support/reading-club.ts";

const club = perTest(() => createReadingClub());
const sendKey = "k".repeat(16);

async function prepareClub() {
  await club.giveText({ chapters: plainChapters([100, 100]) });
  await club.mia.call("PUT", club.path("reached"), { fraction: 0.5 });
  return jsonOf(club.mia.call("POST", club.path("notes"), { text: "Who let him in?", fraction: 0.5 }));
}

type Resource = { table: string; createCall: (noteId: number) => [path: string, body: object]; removePath: string };
const RESOURCES: readonly Resource[] = [
  { table: "posts", createCall: () => ["/api/posts", { content: "Figs" }], removePath: "/api/posts" },
  {
    table: "bookmarks",
    createCall: () => ["/api/bookmarks", { bookId: club.bookId, fraction: 0.5 }],
    removePath: "/api/bookmarks",
  },
  {
    table: "notes",
    createCall: () => [club.path("notes"), { text: "Badly done", fraction: 0.5 }],
    removePath: "/api/notes",
  },
  {
    table: "note_replies",
    createCall: (id) => [`/api/notes/${id}/replies`, { text: "True" }],
    removePath: "/api/replies",
  },
  { table: "wines", createCall: () => ["/api/wines", { name: "Rioja", kind: "red" }], removePath: "/api/wines" },
];

const countRows = (table: string) =>
  club.db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table} WHERE send_key IS NOT NULL`).get()?.n;

test("covers every table with a send key", () => {
  const tables = club.db.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const keyedTables = tables.filter(({ name }) =>
    club.db
      .query<{ name: string }, []>(`SELECT name FROM pragma_table_info('${name}')`)
      .all()
      .some((column) => column.name === "send_key"),
  );
  const expectedTables = [...RESOURCES.map(({ table }) => table), "deleted_sends"];
  expect(keyedTables.map(({ name }) => name).toSorted()).toEqual(expectedTables.toSorted());
});

test.each(RESOURCES)(
  "creates a row of $table once for two sends with one key",
  async ({ table, createCall, removePath }) => {
    const { id: noteId } = await prepareClub();
    const [path, body] = createCall(noteId);
    const send = (sender = club.mia) => sender.call("POST", path, { ...body, sendKey });
    const [firstResponse, repeatedResponse] = [await send(), await send()];
    const item = await firstResponse.json();
    expect([firstResponse.status, repeatedResponse.status, await repeatedResponse.json()]).toEqual([201, 201, item]);
    expect((await club.mia.call("DELETE", `${removePath}/${item.id}`)).status).toBe(204);
    expect([(await send()).status, countRows(table)]).toEqual([204, 0]);
    // another member may use the same key
    const nora = club.member("nora");
    await nora.call("PUT", club.path("reached"), { fraction: 0.5 });
    expect([(await send(nora)).status, countRows(table)]).toEqual([201, 1]);
  },
);

test("returns 204 for a resent reply to a deleted note", async () => {
  const { id } = await prepareClub();
  const sendReply = () => club.mia.call("POST", `/api/notes/${id}/replies`, { text: "True", sendKey });
  expect((await sendReply()).status).toBe(201);
  await club.mia.call("DELETE", `/api/notes/${id}`);
  expect((await sendReply()).status).toBe(204);
});
