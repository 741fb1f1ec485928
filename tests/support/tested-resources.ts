import { resolve } from "node:path";

import type { TestedResource } from "./tested-resource.ts";

const resources: TestedResource[] = await Promise.all(
  [...new Bun.Glob("tests/resources/*.ts").scanSync()]
    .toSorted()
    .map(async (path) => (await import(resolve(path))).resource),
);

/** A part of all files of `tests/resources`. @throws Error where two have the same key */
export function partOf<Part extends keyof TestedResource>(part: Part): NonNullable<TestedResource[Part]> {
  const entries = resources.flatMap((resource) => Object.entries(resource[part] ?? {}));
  const keys = entries.map(([key]) => key);
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  if (twice !== undefined) throw new Error(`Two resources have ${part} of ${twice}.`);
  return Object.fromEntries(entries) as NonNullable<TestedResource[Part]>;
}
