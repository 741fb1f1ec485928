import { expect, test } from "bun:test";

import { PASSWORD, type Person } from "#tests/support/club.ts";
import { eachClub } from "#tests/support/each-club.ts";
import type { OnDeletion } from "#tests/support/tested-resource.ts";
import { partOf } from "#tests/support/tested-resources.ts";

const { club, ada, mia } = eachClub(["ada", "mia"]);

const TABLE_ENTRIES = Object.entries(partOf("tables"));
const tablesWithRules = (...rules: readonly OnDeletion[]) =>
  TABLE_ENTRIES.filter(([, { onDeletion }]) => rules.includes(onDeletion)).map(([table]) => table);

const listTables = () =>
  club.db
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY name",
    )
    .all()
    .map(({ name }) => name);

type Column = { name: string; type: string; notnull: number; dflt_value: string | null; pk: number };

/** Columns that refer to a member. */
const listOwnerColumns = (table: string): string[] =>
  club.db
    .query<{ table: string; from: string }, []>(`PRAGMA foreign_key_list("${table}")`)
    .all()
    .filter((key) => key.table === "users")
    .map((key) => key.from);

/** Adds a row of the member to every table that can have one; its other values don't matter. */
function fillEveryTable({ user }: Person): void {
  club.db.run("PRAGMA foreign_keys = OFF");
  club.db.run("PRAGMA ignore_check_constraints = ON");
  for (const table of listTables()) {
    const ownerColumns = listOwnerColumns(table);
    if (ownerColumns.length === 0 || countRowsOf(table, user.id) > 0) continue;
    const columns = club.db
      .query<Column, []>(`PRAGMA table_info("${table}")`)
      .all()
      .filter(
        ({ name, notnull, dflt_value, pk }) =>
          ownerColumns.includes(name) || (notnull && dflt_value === null) || pk > 0,
      );
    const sampleValues = { INTEGER: "77", REAL: "0.5", TEXT: "'mia was here'", BLOB: "x'77'" } as Record<
      string,
      string
    >;
    const values = columns.map(({ name, type }) =>
      ownerColumns.includes(name) ? String(user.id) : sampleValues[type],
    );
    club.db.run(
      `INSERT INTO "${table}" (${columns.map(({ name }) => `"${name}"`).join(", ")}) VALUES (${values.join(", ")})`,
    );
  }
  club.db.run("PRAGMA ignore_check_constraints = OFF");
  club.db.run("PRAGMA foreign_keys = ON");
}

const countRowsOf = (table: string, id: number): number => {
  const ownerCondition = (table === "users" ? ["id"] : listOwnerColumns(table))
    .map((name) => `"${name}" = ${id}`)
    .join(" OR ");
  return club.db.query<{ n: number }, []>(`SELECT count(*) AS n FROM "${table}" WHERE ${ownerCondition}`).get()?.n ?? 0;
};
const countRows = (table: string) =>
  club.db.query<{ n: number }, []>(`SELECT count(*) AS n FROM "${table}"`).get()?.n ?? 0;

const deletions: Record<string, () => Promise<Response>> = {
  "the member, with their notes": () => mia.call("DELETE", "/api/profile", { password: PASSWORD, notes: "remove" }),
  "the member, who leaves their notes": () => mia.call("DELETE", "/api/profile", { password: PASSWORD, notes: "keep" }),
  "an admin": () => ada.call("DELETE", `/api/users/${mia.user.id}`),
};

test.each(Object.entries(deletions))("a deletion by %s leaves what each table keeps", async (who, deleteMember) => {
  await club.visitor.call("POST", "/api/auth/login", { username: "mia", password: "wrong" });
  await club.visitor.call("POST", "/api/auth/forgot", { email: "mia@example.org" });
  const { user } = mia;
  fillEveryTable(mia);
  const countsBefore = Object.fromEntries(listTables().map((table) => [table, countRows(table)]));
  const memberTables = listTables().filter((table) => table === "users" || listOwnerColumns(table).length > 0);
  for (const table of memberTables) expect([table, countRowsOf(table, user.id)]).not.toEqual([table, 0]);
  expect((await deleteMember()).status).toBe(204);

  for (const table of memberTables) expect([table, countRowsOf(table, user.id)]).toEqual([table, 0]);
  const unchangedTables = memberTables.filter((table) => countRows(table) === countsBefore[table]);
  const remainingTables = tablesWithRules(
    "anonymized",
    ...(who.includes("leaves") ? (["deleted-or-anonymized"] as const) : []),
  );
  expect(unchangedTables.toSorted()).toEqual(remainingTables.toSorted());
  expect(JSON.stringify(club.db.query("SELECT * FROM attempts").all())).not.toMatch(/\bmia\b/);
  expect(JSON.stringify(club.db.query("SELECT * FROM audit").all())).toContain("mia");
});
