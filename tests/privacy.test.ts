import { expect, test } from "bun:test";

import { migrate } from "#db/migrate.ts";
import { openDatabase } from "#db/open.ts";
import { KINDS } from "#web/features/info/records.ts";

test("the privacy page names every table of the database, and no others", () => {
  const db = openDatabase(":memory:");
  migrate(db, null);
  const tables = db
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY name",
    )
    .all()
    .map(({ name }) => name);
  db.close();
  expect(KINDS.flatMap((kind) => kind.tables).toSorted()).toEqual(tables);
});
