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
  const duplicateKey = keys.find((key, index) => keys.indexOf(key) !== index);
  if (duplicateKey !== undefined) throw new Error(`Two resources have ${part} of ${duplicateKey}.`);
  return Object.fromEntries(entries) as NonNullable<TestedResource[Part]>;
}
