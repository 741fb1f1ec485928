import type { Database } from "bun:sqlite";

import { SUBJECT_IS_PERSON } from "#contract/audit.ts";

import type { Query } from "./query.ts";

const OMITTED_TABLES = new Set(["one_time_secrets"]);
/** Columns with secrets or normalized copies of other columns. */
const OMITTED_COLUMNS = new Set(["password_hash", "username_key", "email_key", "p256dh", "auth"]);

/** Exports a member's rows by foreign key, so that new tables are included. */
export function createMemberExport(query: Query, db: Database): (userId: number) => Record<string, unknown[]> {
  const tables = db
    .query<{ name: string }, []>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY name`,
    )
    .all()
    .filter(({ name }) => !OMITTED_TABLES.has(name));
  const queries = tables.flatMap(({ name }) => {
    const owners = listOwnerColumns(db, name);
    if (owners.length === 0) return [];
    const columns = db
      .query<{ name: string; type: string }, []>(`PRAGMA table_info("${name}")`)
      .all()
      .filter((column) => column.type !== "BLOB" && !OMITTED_COLUMNS.has(column.name))
      .map((column) => (name === "audit" ? selectAuditColumn(column.name) : `"${column.name}"`));
    const isTheirs = owners.map((owner) => `"${owner}" = $userId`).join(" OR ");
    const sql = `SELECT ${columns.join(", ")} FROM "${name}" WHERE ${isTheirs}`;
    return [{ name, query: query<Record<string, unknown>>(sql) }];
  });
  return (userId) => Object.fromEntries(queries.map(({ name, query }) => [name, query.all({ userId })]));
}

const formatKinds = (person: boolean) =>
  Object.entries(SUBJECT_IS_PERSON).flatMap(([kind, isPerson]) => (isPerson === person ? [`'${kind}'`] : []));
const NAMES_THING = `kind IN (${formatKinds(false).join(", ")})
  OR kind NOT IN (${formatKinds(true).join(", ")}) AND (kind LIKE '%-changed' OR kind LIKE '%-removed')`;

/** Hides the other people in an admin's audit events. */
function selectAuditColumn(column: string): string {
  if (column === "subject")
    return `CASE WHEN subject_id = $userId OR ${NAMES_THING} THEN subject ELSE '' END AS subject`;
  if (column === "subject_id") return `CASE WHEN subject_id = $userId THEN subject_id END AS subject_id`;
  return `"${column}"`;
}

function listOwnerColumns(db: Database, table: string): string[] {
  if (table === "users") return ["id"];
  if (table === "audit") return ["actor_id"];
  return db
    .query<{ table: string; from: string }, []>(`PRAGMA foreign_key_list("${table}")`)
    .all()
    .filter((key) => key.table === "users")
    .map((key) => key.from);
}
