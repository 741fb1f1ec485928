import { expect, test } from "bun:test";

import { lazyProperties } from "./stores.ts";

test("a part is made when it's first read, and once", () => {
  const made: string[] = [];
  const parts = lazyProperties("a ", {
    books: (source: string) => made.push(`${source}book`),
    posts: (source: string) => made.push(`${source}post`),
  });
  expect(made).toEqual([]);
  expect([parts.posts, parts.posts]).toEqual([1, 1]);
  expect(made).toEqual(["a post"]);
});
