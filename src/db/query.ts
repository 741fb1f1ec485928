import type { Database, Statement } from "bun:sqlite";

type Values = Readonly<Record<string, string | number | boolean | null | Uint8Array>>;

/** Prepares a statement with named parameters; a missing one throws. */
export type Query = <Row = never>(sql: string) => Statement<Row, Values[]>;

export function createQuery(db: Database): Query {
  return (sql) => db.query(sql);
}
