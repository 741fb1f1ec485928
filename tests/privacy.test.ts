import { expect, test } from "bun:test";

import { RECORDS } from "#web/help/records.ts";

import { readTold } from "./support/access-row.ts";
import { createDatabase } from "./support/database.ts";

const TOLD = await readTold();
const rowsWith = (words: string) => RECORDS.filter(({ what }) => what.includes(words));

test("the privacy page tells of every table of the database, and no others", () => {
  const db = createDatabase();
  const tables = db
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY name",
    )
    .all()
    .map(({ name }) => name);
  db.close();
  expect(TOLD.flatMap(([, named]) => named).toSorted()).toEqual(tables);
});

test("each table has its words in one row of the privacy page, and each row a table", () => {
  for (const [words] of TOLD) expect([words, rowsWith(words).length]).toEqual([words, 1]);
  expect(new Set(TOLD.flatMap(([words]) => rowsWith(words)))).toEqual(new Set(RECORDS));
});
