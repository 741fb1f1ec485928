import { expect, test } from "bun:test";

import { isQueuedBy } from "./store.ts";

test("deletes the member's entries on sign-out, not positions", () => {
  const storedEntries = [
    "3/bookmark/[7,10]",
    '3/mark/[7,0.4,"A quote"]',
    "3/act/answer/1",
    "3/waiting/post/1",
    "3/place/7",
    "4/waiting/post/1",
    "33/waiting/post/1",
  ];
  expect(storedEntries.filter((key) => isQueuedBy(3, key))).toEqual(storedEntries.slice(0, 4));
});
