import { expect, test } from "bun:test";

/** Words that look like classes but have no styles. */
const { groups } = /not inline\("\{(?<words>[\w,]+)\}"\)/.exec(await Bun.file("src/web/app/members.css").text()) ?? {};

test("uses none of the classes that the stylesheet omits", async () => {
  const requiredClasses = groups?.["words"]?.split(",") ?? [];
  expect(requiredClasses).toContain("container");
  const usedClasses: string[] = [];
  for await (const path of new Bun.Glob("src/web/**/*.tsx").scan())
    for (const [, classes = ""] of (await Bun.file(path).text()).matchAll(/className=\{?["`]([^"`]*)["`]/g))
      usedClasses.push(
        ...classes
          .split(/\s+/)
          .filter((name) => requiredClasses.includes(name))
          .map((name) => `${path}: ${name}`),
      );
  expect(usedClasses).toEqual([]);
});
