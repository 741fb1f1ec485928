import { expect, test } from "bun:test";

import { describeRoutes } from "../scripts/api/document.ts";

type Json = { readonly [key: string]: unknown };
type Document = { paths: Record<string, Record<string, Json>>; schemas: Record<string, Json> };

/** The API's description of 1.1.0, without its texts and examples. */
const releasedApi: Document = JSON.parse(
  new TextDecoder().decode(Bun.gunzipSync(await Bun.file("tests/fixtures/api-1.1.0.json.gz").bytes())),
);

/** Parts of the API that ended since 1.1.0, each with its reason. */
const REMOVED_PARTS: readonly string[] = [];

test("the API keeps what a client of 1.1.0 relies on", async () => {
  const { paths, components } = await describeRoutes();
  const currentApi = asDocument({ paths, schemas: components.schemas });
  expect(listIncompatibilities(releasedApi, currentApi).filter((line) => !REMOVED_PARTS.includes(line))).toEqual([]);
});

test("notices a changed call, field, status, type and requirement", () => {
  const field = (type: string) => ({ type: "object", properties: { id: { type } }, required: ["id"] });
  const document = (call: Json, path = "/api/wines"): Document => ({ paths: { [path]: { get: call } }, schemas: {} });
  const call = (schema: Json, status = "200", fields: Json = {}): Json => ({
    responses: { [status]: { content: { "application/json": { schema } } } },
    ...fields,
  });
  const before = document(call(field("integer")));
  expect(listIncompatibilities(before, before)).toEqual([]);
  expect(listIncompatibilities(before, document(call(field("integer")), "/api/beers"))).toEqual([
    "GET /api/wines is gone",
  ]);
  expect(listIncompatibilities(before, document(call({ type: "object", properties: {} })))).toEqual([
    "GET /api/wines 200.id is gone",
  ]);
  expect(listIncompatibilities(before, document(call(field("integer"), "201")))).toContain(
    "GET /api/wines 200 is gone",
  );
  expect(listIncompatibilities(before, document(call(field("string"))))).toEqual([
    "GET /api/wines 200.id: integer is now string",
  ]);
  const body = { requestBody: { content: { "application/json": { schema: field("integer") } } } };
  expect(listIncompatibilities(before, document(call(field("integer"), "200", body)))).toEqual([
    "GET /api/wines needs body.id",
  ]);
});

function asDocument(value: unknown): Document {
  return JSON.parse(JSON.stringify(value));
}

/** A line for each part of `before` that `after` lacks, and for each that it newly requires. */
function listIncompatibilities(before: Document, after: Document): string[] {
  return Object.entries(before.paths).flatMap(([path, calls]) =>
    Object.entries(calls).flatMap(([method, call]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const newCall = after.paths[path]?.[method];
      if (!newCall) return [`${name} is gone`];
      const newRequirements = [...requirementsOf(newCall, after)].filter(
        (requirement) => !requirementsOf(call, before).has(requirement),
      );
      return [
        ...listRemoved(name, responseFields(call, before), responseFields(newCall, after)),
        ...listRemoved(name, requestFields(call, before), requestFields(newCall, after)),
        ...newRequirements.map((requirement) => `${name} needs ${requirement}`),
      ];
    }),
  );
}

function listRemoved(name: string, before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...before].flatMap(([field, type]) => {
    const newType = after.get(field);
    if (newType === undefined) return [`${name} ${field} is gone`];
    return newType.split("|").some((one) => type.split("|").includes(one))
      ? []
      : [`${name} ${field}: ${type} is now ${newType}`];
  });
}

/** The type of each field of successful responses, by `200.user.id`. */
function responseFields(call: Json, { schemas }: Document): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [status, response] of Object.entries(asJson(call["responses"]))) {
    if (!status.startsWith("2")) continue;
    fields.set(status, "response");
    for (const { schema } of Object.values(asJson(asJson(response)["content"])).map(asJson))
      collect(fields, status, asJson(schema), schemas);
  }
  return fields;
}

function requestFields(call: Json, { schemas }: Document): Map<string, string> {
  const fields = new Map<string, string>();
  for (const { schema } of Object.values(asJson(asJson(call["requestBody"])["content"])).map(asJson))
    collect(fields, "body", asJson(schema), schemas);
  for (const parameter of asList(call["parameters"]))
    collect(fields, `${parameter["in"]}.${parameter["name"]}`, asJson(parameter["schema"]), schemas);
  return fields;
}

/** Everything that a caller has to send. */
function requirementsOf(call: Json, { schemas }: Document): Set<string> {
  const requirements = new Set<string>();
  for (const { schema } of Object.values(asJson(asJson(call["requestBody"])["content"])).map(asJson))
    for (const name of asNames(resolve(asJson(schema), schemas)["required"])) requirements.add(`body.${name}`);
  for (const { in: place, name, required } of asList(call["parameters"]))
    if (required) requirements.add(`${place}.${name}`);
  return requirements;
}

function collect(
  fields: Map<string, string>,
  path: string,
  reference: Json,
  schemas: Document["schemas"],
  depth = 0,
): void {
  const schema = resolve(reference, schemas);
  const choices = [...asList(schema["anyOf"]), ...asList(schema["oneOf"])];
  const type = choices.length > 0 ? choices.map((one) => typeOf(resolve(one, schemas))).join("|") : typeOf(schema);
  fields.set(path, fields.has(path) && path !== "200" ? `${fields.get(path)}|${type}` : type);
  if (depth > 6) return;
  for (const one of [schema, ...choices.map((choice) => resolve(choice, schemas))]) {
    for (const [name, field] of Object.entries(asJson(one["properties"])))
      collect(fields, `${path}.${name}`, asJson(field), schemas, depth + 1);
    if (one["items"]) collect(fields, `${path}[]`, asJson(one["items"]), schemas, depth + 1);
  }
}

function resolve(schema: Json, schemas: Document["schemas"]): Json {
  const name = String(schema["$ref"] ?? "").replace("#/components/schemas/", "");
  return name ? (schemas[name] ?? {}) : schema;
}

function typeOf(schema: Json): string {
  const { type = "any", const: value } = schema;
  return value === undefined ? String(Array.isArray(type) ? type.join("|") : type) : typeof value;
}

const asJson = (value: unknown): Json =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
const asList = (value: unknown): Json[] => (Array.isArray(value) ? value.map(asJson) : []);
const asNames = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
