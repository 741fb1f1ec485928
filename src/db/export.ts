import { SUBJECT_IS_PERSON } from "#contract/audit.ts";

import type { Query } from "./query.ts";

/** Columns with secrets or normalized copies of other columns. */
const OMITTED_COLUMNS = new Set(["password_hash", "username_key", "email_key", "p256dh", "auth"]);

/** Exports a member's rows by foreign key, so that new tables are included. */
export function createMemberExport({ sql, raw, all, column }: Query) {
  const listOwnerColumns = (table: string): string[] => {
    if (table === "users") return ["id"];
    if (table === "audit") return ["actor_id"];
    return column<string>`SELECT "from" FROM pragma_foreign_key_list(${table}) WHERE "table" = 'users'`;
  };
  /** Hides the other people in an admin's audit events. */
  const selectAudit = (userId: number) => sql`
    SELECT id, at, actor, actor_id, kind,
           CASE WHEN subject_id = ${userId} OR ${raw(IS_ABOUT_OBJECT)} THEN subject ELSE '' END AS subject,
           CASE WHEN subject_id = ${userId} THEN subject_id END AS subject_id FROM audit`;
  const select = (table: string) => {
    const columns = column<string>`SELECT name FROM pragma_table_info(${table}) WHERE type <> 'BLOB'`;
    const exportedColumns = columns.filter((name) => !OMITTED_COLUMNS.has(name)).map((name) => `"${name}"`);
    return raw(`SELECT ${exportedColumns.join(", ")} FROM "${table}"`);
  };

  return (userId: number): Record<string, unknown[]> => {
    const tables = column<string>`
      SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'
        AND name <> 'one_time_secrets' ORDER BY name`;
    return Object.fromEntries(
      tables.flatMap((table) => {
        const ownerColumns = listOwnerColumns(table);
        if (ownerColumns.length === 0) return [];
        const ownerConditions = ownerColumns.map((name) => sql`${raw(`"${name}"`)} = ${userId}`);
        const rows = all<Record<string, unknown>>`
          ${table === "audit" ? selectAudit(userId) : select(table)}
          WHERE ${ownerConditions.reduce((condition, or) => sql`${condition} OR ${or}`)}`;
        return [[table, rows]];
      }),
    );
  };
}

const listQuotedKinds = (person: boolean) =>
  Object.entries(SUBJECT_IS_PERSON).flatMap(([kind, isPerson]) => (isPerson === person ? [`'${kind}'`] : []));
const IS_ABOUT_OBJECT = `kind IN (${listQuotedKinds(false).join(", ")})
  OR kind NOT IN (${listQuotedKinds(true).join(", ")}) AND (kind LIKE '%-changed' OR kind LIKE '%-removed')`;
