import { expect, test } from "bun:test";

import { createBacklogStore } from "./backlog-store.ts";

test("a browser that forbids storage rejects each call, so that callers can go on without it", async () => {
  const store = createBacklogStore(1);
  const place = { bookId: 1, position: 60, locator: null, revision: 1, client: "c", sequence: 1 };
  for (const call of [
    () => store.keep("c", [], place),
    () => store.forget("c", 1),
    () => store.backlog(),
    () => store.place(1),
  ])
    await expect(call()).rejects.toThrow(ReferenceError);
});
