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

/** A part of a statement. Inserts other parts; other values become placeholders. */
export function joinTemplate(...[strings, ...parts]: Template): Sql {
  let text = "";
  const values: Value[] = [];
  for (let index = 0; index < strings.length; index += 1) {
    const part = parts[index];
    text += strings[index] ?? "";
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

type Fields = Readonly<Record<string, Value | undefined>>;

/** `coverImage` is the column `cover_image`. Omits undefined fields. Their names are never from a user. */
function toColumns(fields: Fields): { names: string[]; values: Value[] } {
  const columns = Object.entries(fields).filter((column): column is [string, Value] => column[1] !== undefined);
  const names = columns.map(([field]) => field.replaceAll(/[A-Z]+/g, (capitals) => `_${capitals.toLowerCase()}`));
  const invalidName = names.find((name) => !/^[a-z\d_]+$/.test(name));
  if (invalidName !== undefined) throw new Error(`Not a column's name: ${invalidName}`);
  return { names, values: columns.map(([, value]) => value) };
}

/** The columns and values of a new row: INSERT INTO books ${rowOf({ title, coverImage })}. */
export function rowOf(fields: Fields): Sql {
  const { names, values } = toColumns(fields);
  return new Sql(`(${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`, values);
}

/** What an UPDATE sets: UPDATE books SET ${changesOf({ title, coverImage })} WHERE id = ${id}. */
export function changesOf(fields: Fields): Sql {
  const { names, values } = toColumns(fields);
  return new Sql(names.map((name) => `${name} = ?`).join(", "), values);
}

type Row = Record<string, unknown>;
type PreparedStatement = { statement: Statement<Row, Value[]>; toRow: (columns: Row) => Row };

/** SQLite has no such values: a column named `isAdmin:boolean` or `chapters:json` is converted. */
const CONVERSIONS: Readonly<Record<string, (value: unknown) => unknown>> = {
  boolean: (value) => value === 1,
  json: (value) => (typeof value === "string" ? JSON.parse(value) : null),
};

function prepareStatement(db: Database, text: string): PreparedStatement {
  const statement = db.query<Row, Value[]>(text);
  const columns = statement.columnNames.map((name) => {
    const [field = "", type = ""] = name.split(":");
    return { name, field, convert: CONVERSIONS[type] };
  });
  const convertRow = (row: Row): Row => {
    const converted: Row = {};
    for (const { name, field, convert } of columns) converted[field] = convert ? convert(row[name]) : row[name];
    return converted;
  };
  return { statement, toRow: columns.some(({ convert }) => convert) ? convertRow : (row) => row };
}

export type Query = ReturnType<typeof createQuery>;

/** Tags that run an SQL template, named by their result: all<Row>`SELECT id FROM books WHERE month = ${month}`. */
export function createQuery(db: Database) {
  // prepared when first used, because preparing all at startup would take 5 MiB and 37 ms (decision 0030);
  // by `query`, because `close` finalizes only its statements: others would lock the database longer
  const statements = new Map<string, PreparedStatement>();
  const prepare = (template: Template) => {
    const { text, values } = joinTemplate(...template);
    const prepared = statements.get(text) ?? prepareStatement(db, text);
    statements.set(text, prepared);
    return { ...prepared, values };
  };
  const oneOrNull = <Row>(...template: Template): Row | null => {
    const { statement, toRow, values } = prepare(template);
    const row = statement.get(...values);
    return row && (toRow(row) as Row);
  };
  const column = <Value>(...template: Template): Value[] => {
    const { statement, values } = prepare(template);
    return statement.values(...values).map(([value]) => value as Value);
  };

  return {
    sql: joinTemplate,
    /** A part that isn't a constant, such as a column's name. Never from a user. */
    raw: (text: string) => new Sql(text),
    oneOrNull,
    /** @throws without a row */
    one: <Row>(...template: Template): Row => requireRow(oneOrNull<Row>(...template)),
    all: <Row>(...template: Template): Row[] => {
      const { statement, toRow, values } = prepare(template);
      return statement.all(...values).map(toRow) as Row[];
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
