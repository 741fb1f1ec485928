import type { TSchema } from "@sinclair/typebox";

import { createApp } from "#server/app.ts";

import type { Club } from "./club.ts";

const PARTS = ["body", "query", "params"] as const;
export type Part = (typeof PARTS)[number];
export type Route = { name: string; method: string; path: string; schemas: Partial<Record<Part, TSchema>> };
/** A text field of a route's input, at `path`, such as `["was", "title"]`. */
export type TextField = { route: Route; part: Part; path: readonly string[]; schema: TSchema };

export async function routesOf(club: Club): Promise<Route[]> {
  return createApp(club.deps).routes.map(({ method, path, hooks }) => {
    const schemas = PARTS.filter((part) => typeof hooks[part] === "object").map((part) => [part, hooks[part]]);
    return { name: `${method} ${path}`, method, path, schemas: Object.fromEntries(schemas) };
  });
}

export function textFields(routes: readonly Route[]): TextField[] {
  return routes.flatMap((route) =>
    PARTS.flatMap((part) => textsOf(route.schemas[part]).map((field) => ({ route, part, ...field }))),
  );
}

function textsOf(schema: TSchema | undefined, path: readonly string[] = []): Pick<TextField, "path" | "schema">[] {
  if (!schema) return [];
  if (schema["type"] === "string") return schema["const"] === undefined ? [{ path, schema }] : [];
  return [
    ...childrenOf(schema).flatMap(([name, child]) => textsOf(child, [...path, name])),
    ...choicesOf(schema).flatMap((choice) => textsOf(choice, path)),
  ];
}

/** The schemas of an object's or an array's members, by name. */
export function childrenOf(schema: TSchema): [name: string, schema: TSchema][] {
  const items: TSchema | undefined = schema["items"];
  return items ? [["0", items]] : Object.entries<TSchema>(schema["properties"] ?? {});
}

export function choicesOf(schema: TSchema): TSchema[] {
  return schema["anyOf"] ?? [];
}
