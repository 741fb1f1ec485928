import { expect, test } from "bun:test";

import { RECORDS } from "#web/help/records.ts";

import { createDatabase } from "./support/database.ts";
import { partOf } from "./support/tested-resources.ts";

const TABLES = partOf("tables");
const rowsWith = (text: string) => RECORDS.filter(({ data }) => data.includes(text));

test("names every table of the database, and no others", () => {
  const db = createDatabase();
  const tables = db
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY name",
    )
    .all()
    .map(({ name }) => name);
  db.close();
  expect(Object.keys(TABLES).toSorted()).toEqual(tables);
});

test("has a row for each table, and each table once", () => {
  const privacyTexts = Object.values(TABLES).map(({ privacy }) => privacy);
  expect(privacyTexts.filter((one) => rowsWith(one).length !== 1)).toEqual([]);
  expect(new Set(privacyTexts.flatMap(rowsWith))).toEqual(new Set(RECORDS));
});
