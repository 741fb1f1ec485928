import { OptionalKind, type TSchema } from "@sinclair/typebox";

import { responsesOf } from "./answers.ts";
import type { Example } from "./examples.ts";
import { type Access, accessOf, isGuardedWrite, type Route, templateOf } from "./routes.ts";
import type { Json, SchemaOf } from "./schemas.ts";

const ACCESS_TEXT: Record<Access, string> = {
  open: "For everyone, signed in or not.",
  member: "For members.",
  host: "For admins and the meeting's host.",
  admin: "For admins.",
};

/** One call as OpenAPI 3.1 describes it. `read` is the GET that a HEAD belongs to. */
export function describeCall(route: Route, schemaOf: SchemaOf, example?: Example, getRoute?: Route): Json {
  const { method, path, hooks } = route;
  const detail = hooks.detail ?? {};
  const { summary, description, tags } = detail.summary ? detail : { ...detail, ...describeHead(getRoute) };
  const access = accessOf(route);
  return {
    operationId: operationId(method, path),
    tags,
    summary,
    description: [description, ACCESS_TEXT[access]].filter(Boolean).join(" "),
    security: access === "open" ? [] : [{ session: [access] }],
    parameters: [
      ...parametersOf("path", pathFields(path, hooks.params), schemaOf, example?.path),
      ...parametersOf("query", queryFields(hooks.query), schemaOf, { ...example?.path, ...example?.query }),
      ...(detail.parameters ?? []).map((one: Json) => ({
        ...one,
        ...exampleOf(example?.headers, String(one["name"]).toLowerCase()),
      })),
      ...(isGuardedWrite(route) ? [{ $ref: "#/components/parameters/Member" }] : []),
    ],
    ...bodyOf(hooks.body, detail.requestBody, schemaOf, example),
    responses: responsesOf(route, schemaOf, example, getRoute),
  };
}

function describeHead(getRoute: Route | undefined): Json {
  const { summary, description } = getRoute?.hooks.detail ?? {};
  return summary && { summary: `${summary}: headers alone`, description };
}

function operationId(method: string, path: string): string {
  const words = templateOf(path)
    .replace(/^\/api\//, "")
    .replaceAll(/\{(\w+)\}/g, "by-$1")
    .split(/\W+/);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

type Field = [name: string, schema: TSchema | null, isRequired: boolean];

function pathFields(path: string, schema: TSchema | undefined): Field[] {
  const names = [...templateOf(path).matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return names.map((name) => [name, schema?.["properties"]?.[name] ?? null, true]);
}

function queryFields(schema: TSchema | undefined): Field[] {
  const fields = Object.entries<TSchema>(schema?.["properties"] ?? {});
  return fields.map(([name, one]) => [name, one, !(OptionalKind in one)]);
}

function parametersOf(at: "path" | "query", fields: readonly Field[], schemaOf: SchemaOf, examples: Json = {}): Json[] {
  return fields.map(([name, value, required]) => {
    const { description, ...schema } = value ? schemaOf(value, name) : { type: "string" };
    const descriptionField = description === undefined ? {} : { description };
    return {
      in: at,
      name,
      required,
      ...descriptionField,
      schema,
      ...exampleOf(schema["type"] === "integer" ? toNumbers(examples) : examples, name),
    };
  });
}

function bodyOf(schema: TSchema | undefined, ownBody: Json | undefined, schemaOf: SchemaOf, example?: Example): Json {
  if (ownBody) return { requestBody: ownBody };
  if (!schema) return {};
  const content = { "application/json": { schema: schemaOf(schema), ...(example && field("example", example.body)) } };
  return { requestBody: { required: !(OptionalKind in schema), content } };
}

function toNumbers(examples: Json): Json {
  return Object.fromEntries(Object.entries(examples).map(([name, one]) => [name, Number(one)]));
}

function exampleOf(examples: Json | undefined, name: string): Json {
  return field("example", examples?.[name]);
}

function field(name: string, value: unknown): Json {
  return value === undefined ? {} : { [name]: value };
}
