import { Kind, type TSchema } from "@sinclair/typebox";
import ts from "typescript";

export type Contract = {
  nameOf: (schema: TSchema) => string | undefined;
  /** The docstring of a schema or of a field. */
  describe: (schema: TSchema, field?: string) => string | undefined;
};

type Docstring = { owner: string; field?: string; text: string };

const FOLDER = `${import.meta.dir}/../../src/contract`;
/** References to documents that readers of the API don't have. */
const REFERENCE = /\s*\((?:SPEC|DESIGN|BEYOND|TESTS|decision)[^)]*\)|^(?:SPEC|DESIGN|BEYOND)[\d, ]*\.\s*/g;

/** Reads every file of the contract. */
export async function readContract(): Promise<Contract> {
  const names = new Map<TSchema, string>();
  const nameByShape = new Map<string, string | null>();
  const docstringsBySchema = new Map<TSchema, Map<string, string>>();
  const addDocstring = (schema: TSchema, field: string, text: string) => {
    const docstringsByField = docstringsBySchema.get(schema) ?? new Map<string, string>();
    if (!docstringsByField.has(field)) docstringsBySchema.set(schema, docstringsByField.set(field, text));
  };
  for (const file of [...new Bun.Glob("*.ts").scanSync(FOLDER)].filter((name) => !name.includes(".test.")).toSorted()) {
    const module: Record<string, unknown> = await import(`${FOLDER}/${file}`);
    const schemas = Object.entries(module).filter((entry): entry is [string, TSchema] => isSchema(entry[1]));
    for (const [name, schema] of schemas.filter(([, one]) => isDistinct(one))) {
      names.set(schema, name);
      const key = JSON.stringify(schema);
      nameByShape.set(key, nameByShape.has(key) ? null : name);
    }
    const exportedNames = new Map(schemas);
    for (const { owner, field, text } of docstrings(await Bun.file(`${FOLDER}/${file}`).text())) {
      // fields of objects that aren't exported are spread into exported ones
      const owners = exportedNames.has(owner) ? [exportedNames.get(owner)] : field ? exportedNames.values() : [];
      for (const schema of owners) if (schema) addDocstringOf(schema, field, text);
    }
  }
  function addDocstringOf(schema: TSchema, field: string | undefined, text: string): void {
    if (field === undefined) return addDocstring(schema, "", text);
    for (const object of objectsIn(schema)) {
      const fieldSchema: TSchema | undefined = object["properties"]?.[field];
      if (fieldSchema) addDocstring(fieldSchema, field, text);
    }
  }
  return {
    // an optional field contains a copy of the schema
    nameOf: (schema) => names.get(schema) ?? nameByShape.get(JSON.stringify(schema)) ?? undefined,
    describe: (schema, field = "") =>
      docstringsBySchema.get(schema)?.get(field) ?? docstringsBySchema.get(schema)?.get(""),
  };
}

function docstrings(source: string): Docstring[] {
  const foundDocstrings: Docstring[] = [];
  const visit = (node: ts.Node, owner: string): void => {
    const name = ts.isVariableStatement(node) ? node.declarationList.declarations[0]?.name : undefined;
    const constant = name?.getText() ?? owner;
    const field = ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node) ? node.name.getText() : null;
    const comment = ts.getJSDocCommentsAndTags(node).findLast(ts.isJSDoc);
    const text = ts
      .getTextOfJSDocComment(comment?.comment)
      ?.replaceAll(/\s*\n\s*/g, " ")
      .replaceAll(REFERENCE, "")
      .trim();
    if (text && name) foundDocstrings.push({ owner: constant, text });
    else if (text && field !== null) foundDocstrings.push({ owner: constant, field, text });
    ts.forEachChild(node, (child) => visit(child, constant));
  };
  visit(ts.createSourceFile("contract.ts", source, ts.ScriptTarget.Latest, true), "");
  return foundDocstrings;
}

const isSchema = (value: unknown): value is TSchema => typeof value === "object" && value !== null && Kind in value;

/** False for a plain type such as a string or null, which other fields have as well. */
function isDistinct({ properties, items, anyOf = [] }: TSchema): boolean {
  return properties || items || anyOf.some((part: TSchema) => Object.keys(part).length > 1);
}

function objectsIn(schema: TSchema): TSchema[] {
  const fields: TSchema[] = Object.values(schema["properties"] ?? {});
  const children: TSchema[] = [...(schema["items"] ? [schema["items"]] : []), ...(schema["anyOf"] ?? []), ...fields];
  return [...(schema["properties"] ? [schema] : []), ...children.flatMap(objectsIn)];
}
