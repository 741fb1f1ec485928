import { expect, test } from "bun:test";

import type { UseStore } from "idb-keyval";

import { createOfflineQueue } from "./queue.ts";
import { openDeviceStore } from "./store.ts";

/** Connections that fail in the given order, then work. */
function connections(...failures: (() => Promise<never>)[]) {
  let databaseCount = 0;
  const connect = (): UseStore => {
    const failure = failures[databaseCount++];
    return async (_, withStore) => (failure ? failure() : withStore({} as IDBObjectStore));
  };
  return { connect, made: () => databaseCount };
}
const failWithClosed = () =>
  Promise.reject(new DOMException("The database connection is closing.", "InvalidStateError"));
const throwError = () => {
  throw new ReferenceError("indexedDB is not defined");
};

test("reopens a connection that died, and uses it", async () => {
  const { connect, made } = connections(failWithClosed);
  const store = openDeviceStore("listening", "saves", connect);
  expect(await store("readonly", () => 1)).toBe(1);
  expect(await store("readwrite", () => 2)).toBe(2);
  expect(made()).toBe(2);
});

test("fails after a second try without storage, retries later", async () => {
  const { connect, made } = connections(failWithClosed, throwError);
  const store = openDeviceStore("listening", "saves", connect);
  await expect(store("readonly", () => 1)).rejects.toThrow(ReferenceError);
  expect(await store("readonly", () => 1)).toBe(1);
  expect(made()).toBe(3);
});

test("shows the server's response while storage hangs", async () => {
  const hang = () => new Promise<never>(() => undefined);
  const queue = createOfflineQueue<string>({
    store: { list: hang, put: hang, reject: hang, remove: hang },
    getKey: (item) => item,
    send: async () => undefined,
    sendFirst: async () => undefined,
    onReject: () => null,
  });
  expect(await queue.submit("Figs", async () => "posted")).toBe("posted");
});

test("tries a failing storage once before it shows an item", async () => {
  let tryCount = 0;
  const queue = createOfflineQueue<string>({
    store: {
      list: async () => ({ items: [], wasDeleted: false }),
      put: () => ((tryCount += 1), failWithClosed()),
      reject: failWithClosed,
      remove: failWithClosed,
    },
    getKey: (item) => item,
    send: async () => undefined,
    sendFirst: async () => undefined,
    onReject: () => null,
  });
  await queue.refresh();
  expect(await queue.submit("Figs", () => Promise.reject(new TypeError("Failed to fetch")))).toBeNull();
  expect([queue.all().map(({ item }) => item), queue.getProblem(), tryCount]).toEqual([["Figs"], "not stored", 1]);
});
