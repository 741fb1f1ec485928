import { expect, test } from "bun:test";

import { createProgressStore } from "./store.ts";

test("rejects each call in a browser that forbids storage", async () => {
  const store = createProgressStore(1);
  const place = { bookId: 1, position: 60, locator: null, revision: 1, client: "c", sequence: 1 };
  const serverPosition = { position: 60, locator: null, revision: 1, device: null, updatedAt: null };
  for (const call of [
    () => store.write("audio", place, [], 0),
    () => store.acknowledge("audio", place, 1),
    () => store.list(),
    () => store.countBooks(),
    () => store.readDevicePosition("text", 1),
    () => store.isOwnSave("text", 1, serverPosition, null),
  ])
    await expect(call()).rejects.toThrow(ReferenceError);
});
