import { afterEach, expect, test } from "bun:test";

import { webLocks } from "#tests/support/web-locks.ts";

import { withLock } from "./locks.ts";

const setLocks = (value: unknown) => Object.defineProperty(navigator, "locks", { configurable: true, value });
afterEach(() => setLocks(undefined));

test.each([undefined, { request: () => Promise.reject(new DOMException("Denied", "SecurityError")) }])(
  "runs in a browser without locks: %j",
  async (locks) => {
    setLocks(locks);
    expect(await withLock("x", {}, async (hasLock) => hasLock)).toBe(true);
  },
);

test("runs one after the other, or reports a taken lock", async () => {
  setLocks(webLocks());
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = withLock("x", {}, () => promise);
  expect(await withLock("x", { ifAvailable: true }, async (hasLock) => hasLock)).toBe(false);
  let hasStarted = false;
  const second = withLock("x", {}, async () => void (hasStarted = true));
  expect(hasStarted).toBe(false);
  resolve("first");
  expect(await first).toBe("first");
  await second;
  expect(hasStarted).toBe(true);
});

test("doesn't repeat what failed with the lock", async () => {
  setLocks(webLocks());
  let runCount = 0;
  const fail = async () => {
    runCount += 1;
    throw new Error("full");
  };
  await expect(withLock("x", {}, fail)).rejects.toThrow("full");
  expect(runCount).toBe(1);
});
