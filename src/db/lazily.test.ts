import { expect, test } from "bun:test";

import { lazily } from "./lazily.ts";

test("a part is made when it's first read, and once", () => {
  const made: string[] = [];
  const parts = lazily({ books: () => made.push("books"), posts: () => made.push("posts") });
  expect(made).toEqual([]);
  expect([parts.posts, parts.posts]).toEqual([1, 1]);
  expect(made).toEqual(["posts"]);
});
