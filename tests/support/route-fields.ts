import { Kind, type TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

import { createApp } from "#server/app.ts";

import type { Club } from "./club.ts";

const PARTS = ["body", "query", "params"] as const;
type Part = (typeof PARTS)[number];
export type Route = { name: string; method: string; path: string; schemas: Partial<Record<Part, TSchema>> };
/** A text that a route takes; `path` leads to it, as in `["was", "title"]`. */
export type TextField = { route: Route; part: Part; path: readonly string[]; schema: TSchema };

/** Of these, every pattern takes one. */
const SAMPLES = [
  "a",
  "1",
  "2026",
  "2026-03",
  "2026-03-10",
  "19:00",
  "a@example.org",
  "secret",
  "9780141439587",
  "2026-03-10T19:00:00.000Z",
  "1.mp3",
  `${"0".repeat(64)}.webp`,
  "00000000-0000-0000-0000-000000000000",
  "a".repeat(22),
  "a".repeat(87),
];

export async function routesOf(club: Club): Promise<Route[]> {
  return (await createApp(club.deps)).routes.map(({ method, path, hooks }) => {
    const given = PARTS.filter((part) => typeof hooks[part] === "object").map((part) => [part, hooks[part]]);
    return { name: `${method} ${path}`, method, path, schemas: Object.fromEntries(given) };
  });
}

export function textFields(routes: readonly Route[]): TextField[] {
  return routes.flatMap((route) =>
    PARTS.flatMap((part) => textsOf(route.schemas[part]).map((field) => ({ route, part, ...field }))),
  );
}

/** A call that fits its route's schemas but for `value` in that field. */
export function callWith({ route, part, path: fieldPath }: TextField, value: unknown) {
  const given = (one: Part) => {
    const schema = route.schemas[one];
    return new Map(Object.entries(schema ? Object(fitting(schema, one === part ? fieldPath : [], value)) : {}));
  };
  const [body, query, params] = [given("body"), given("query"), given("params")];
  const text = (one: unknown) => (typeof one === "string" ? one : JSON.stringify(one));
  const path = route.path.replaceAll(/:(\w+)\??/g, (_, name: string) =>
    encodeURIComponent(text(params.get(name) ?? 1)),
  );
  const search = new URLSearchParams([...query].map(([name, one]) => [name, text(one)]));
  return {
    method: route.method,
    path: search.size > 0 ? `${path}?${search}` : path,
    body: route.schemas.body ? Object.fromEntries(body) : undefined,
  };
}

function textsOf(schema: TSchema | undefined, path: readonly string[] = []): Pick<TextField, "path" | "schema">[] {
  if (!schema) return [];
  if (schema["type"] === "string") return schema["const"] === undefined ? [{ path, schema }] : [];
  return [
    ...childrenOf(schema).flatMap(([name, child]) => textsOf(child, [...path, name])),
    ...choicesOf(schema).flatMap((choice) => textsOf(choice, path)),
  ];
}

/** A value that fits, with `value` at the end of the path. Of optional fields, only the one that leads there. */
function fitting(schema: TSchema, path: readonly string[], value: unknown): unknown {
  const [next, ...rest] = path;
  const choices = choicesOf(schema);
  const leading = choices.find((choice) => childrenOf(choice).some(([name]) => name === next)) ?? choices[0];
  if (leading) return fitting(leading, path, value);
  const put = (name: string, child: TSchema) => {
    if (name !== next) return fitting(child, [], value);
    return rest.length === 0 ? value : fitting(child, rest, value);
  };
  if (schema[Kind] === "Array") {
    const items = childrenOf(schema).map(([name, child]) => put(name, child));
    return next === undefined ? Array.from({ length: schema["minItems"] ?? 0 }, (_, at) => at + 1) : items;
  }
  if (schema[Kind] === "Object") {
    const required: readonly string[] = schema["required"] ?? [];
    const named = childrenOf(schema).filter(([name]) => name === next || required.includes(name));
    return Object.fromEntries(named.map(([name, child]) => [name, put(name, child)]));
  }
  if (schema["const"] !== undefined) return schema["const"];
  if (schema["type"] === "string") return SAMPLES.find((sample) => Value.Check(schema, sample));
  return schema["type"] === "boolean" ? true : (schema["minimum"] ?? 1);
}

function childrenOf(schema: TSchema): [name: string, schema: TSchema][] {
  const items: TSchema | undefined = schema["items"];
  return items ? [["0", items]] : Object.entries<TSchema>(schema["properties"] ?? {});
}

function choicesOf(schema: TSchema): TSchema[] {
  return schema["anyOf"] ?? [];
}
