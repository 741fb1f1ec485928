import type { Database, Statement } from "bun:sqlite";

import { requireRow } from "./errors.ts";

type Value = string | number | boolean | null | Uint8Array;
type Template = [strings: TemplateStringsArray, ...parts: (Value | Sql)[]];

/** A part of a statement, and the values of its placeholders. */
class Sql {
  readonly text: string;
  readonly values: Value[];
  constructor(text: string, values: Value[] = []) {
    this.text = text;
    this.values = values;
  }
}

/** Inserts parts. Other values become placeholders. */
function joinTemplate(...[strings, ...parts]: Template): Sql {
  let text = "";
  const values: Value[] = [];
  for (const [index, string] of strings.entries()) {
    const part = parts[index];
    text += string;
    if (part instanceof Sql) {
      text += part.text;
      values.push(...part.values);
    } else if (part !== undefined) {
      text += "?";
      values.push(part);
    }
  }
  return new Sql(text, values);
}

export type Query = ReturnType<typeof createQuery>;

/** Tags that run an SQL template, named by their result: all<Row>`SELECT id FROM books WHERE month = ${month}`. */
export function createQuery(db: Database) {
  // prepared when first used, because preparing all at startup would take 5 MiB and 37 ms (decision 0030);
  // by `query`, because `close` finalizes only its statements: others would lock the database longer
  const statements = new Map<string, Statement<unknown, Value[]>>();
  const prepare = (template: Template) => {
    const { text, values } = joinTemplate(...template);
    const statement = statements.get(text) ?? db.query<unknown, Value[]>(text);
    statements.set(text, statement);
    return { statement, values };
  };
  const oneOrNull = <Row>(...template: Template): Row | null => {
    const { statement, values } = prepare(template);
    return statement.get(...values) as Row | null;
  };
  const column = <Value>(...template: Template): Value[] => {
    const { statement, values } = prepare(template);
    return statement.values(...values).map(([value]) => value as Value);
  };

  return {
    /** A part of a statement. */
    sql: joinTemplate,
    /** A part that isn't a constant, such as a column's name. Never from a user. */
    raw: (text: string) => new Sql(text),
    oneOrNull,
    /** @throws without a row */
    one: <Row>(...template: Template): Row => requireRow(oneOrNull<Row>(...template)),
    all: <Row>(...template: Template): Row[] => {
      const { statement, values } = prepare(template);
      return statement.all(...values) as Row[];
    },
    /** The first column of each row. */
    column,
    /** The first column of the first row. @throws without a row */
    value: <Value>(...template: Template): Value => requireRow(column<Value>(...template)[0] ?? null),
    valueOrNull: <Value>(...template: Template): Value | null => column<Value>(...template)[0] ?? null,
    /** True if a row was selected, or returned by a RETURNING clause. */
    exists: (...template: Template): boolean => oneOrNull(...template) !== null,
    run: (...template: Template): void => {
      const { statement, values } = prepare(template);
      statement.run(...values);
    },
  };
}
