import { expect, test } from "bun:test";

import { RECORDS } from "#web/features/info/records.ts";

import { createDatabase } from "./support/database.ts";

test("the privacy page names every table of the database, and no others", () => {
  const db = createDatabase();
  const tables = db
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY name",
    )
    .all()
    .map(({ name }) => name);
  db.close();
  expect(RECORDS.flatMap((kind) => kind.tables).toSorted()).toEqual(tables);
});
