import { expect, test } from "bun:test";

import manifest from "../package.json" with { type: "json" };
import { LIMITS } from "./support/engines/limits.ts";

const left = (await Bun.file("docs/left.md").text()).replaceAll(/\s+/g, " ");
const part = (heading: string) => left.split(`## ${heading} `)[1]?.split(" ## ")[0] ?? "";
const numbers = (text: string) => [...new Set(text.match(/\b\d+\.\d+\.\d+\b/g))].toSorted();

test("what is left of ASVS is what docs/asvs.md calls part or no", async () => {
  const lines = (await Bun.file("docs/asvs.md").text()).split("\n");
  const unmet = lines.flatMap((line) => /^- \*\*(?:part|no)\*\* ((?:\d+\.\d+\.\d+(?:, )?)+)/.exec(line)?.[1] ?? []);
  expect(numbers(part("Security"))).toEqual(numbers(unmet.join(" ")));
});

test("each patch is named", () => {
  const patched = Object.keys(manifest.patchedDependencies).map((name) => name.replace(/@[^@]+$/, ""));
  const named = [...part("Patches").matchAll(/- \*\*([^*]+)\*\*/g)].map(([, name = ""]) => name);
  expect(named.toSorted()).toEqual(patched.toSorted());
});

test("each thing that an engine under test lacks is named", () => {
  const engines = part("Engines").split("- **");
  for (const [engine, limits] of Object.entries(LIMITS)) {
    const own = engines.find((text) => text.toLowerCase().startsWith(engine)) ?? "";
    expect(limits.filter(({ what }) => !own.includes(what))).toEqual([]);
  }
});
