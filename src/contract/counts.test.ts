import { expect, test } from "bun:test";

import { formatCount, pluralize } from "./counts.ts";

test("groups the digits of large numbers", () => {
  expect([0, 7, 999, 1204, 1_000_000].map(formatCount)).toEqual(["0", "7", "999", "1,204", "1,000,000"]);
});

test("pluralizes a noun by its count", () => {
  expect(pluralize(1, "post")).toBe("1 post");
  expect(pluralize(0, "post")).toBe("0 posts");
  expect(pluralize(1204, "file")).toBe("1,204 files");
  expect(pluralize(2, "person", "people")).toBe("2 people");
});
