import { expect, test } from "bun:test";

import { patternsBuiltBy, patternsIn } from "../scripts/patterns/linear.ts";

test("finds patterns in TypeScript and JSX, also built ones", () => {
  const code =
    'const a: RegExp = /a+$/u;\nexport const B = () => <p>{"a/b".replace(/b/, "")}</p>;\nnew RegExp(`${a}x`);';
  expect(patternsIn("a.tsx", code)).toEqual([
    { source: "a+$", flags: "u", path: "a.tsx" },
    { source: "b", flags: "", path: "a.tsx" },
    null,
  ]);
});

test("finds patterns that a module builds as it loads", async () => {
  const builtPatterns = await patternsBuiltBy("src/contract/invisible-characters.ts");
  expect(builtPatterns.some(({ source }) => source.includes("Extended_Pictographic"))).toBe(true);
});
