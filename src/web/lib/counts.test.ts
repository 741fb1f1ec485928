import { expect, it } from "bun:test";

import { countOf, formatCount } from "./counts.ts";

it("groups the digits of large numbers", () => {
  expect([0, 7, 999, 1204, 1_000_000].map(formatCount)).toEqual(["0", "7", "999", "1,204", "1,000,000"]);
});

it("names one thing and several", () => {
  expect(countOf(1, "post")).toBe("1 post");
  expect(countOf(0, "post")).toBe("0 posts");
  expect(countOf(1204, "file")).toBe("1,204 files");
  expect(countOf(2, "person", "people")).toBe("2 people");
});
