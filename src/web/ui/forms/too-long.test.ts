import { expect, test } from "bun:test";

import { lengthError } from "./too-long.ts";

test("a text that is too long says by how much, in characters as people count them", () => {
  expect(lengthError("x".repeat(500), 500)).toBe("");
  expect(lengthError(` ${"🧀".repeat(500)} `, 500)).toBe("");
  expect(lengthError("x".repeat(501), 500)).toBe("1 character too many. The limit is 500.");
  expect(lengthError("x".repeat(5123), 4000)).toBe("1,123 characters too many. The limit is 4,000.");
  expect(lengthError(undefined, 500)).toBe("");
  expect(lengthError("x".repeat(501))).toBe("");
});

test("no field cuts off what is typed", async () => {
  const parts = [...new Bun.Glob("**/*.tsx").scanSync("src/web")];
  const texts = await Promise.all(parts.map((part) => Bun.file(`src/web/${part}`).text()));
  expect(parts.filter((_, at) => texts[at]?.includes("maxLength="))).toEqual([]);
});
