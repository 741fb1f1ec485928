import { afterEach, beforeEach, expect, jest, test } from "bun:test";

import { getDefaultStore } from "jotai";

import { countWhileSlow, SLOW_CALL_MS, slowCallsAtom } from "./slow-calls.ts";

beforeEach(() => {
  jest.useFakeTimers();
  // pending calls of other test files may still count
  getDefaultStore().set(slowCallsAtom, 0);
});
afterEach(() => {
  jest.useRealTimers();
});
const countSlow = () => getDefaultStore().get(slowCallsAtom);

test("counts a call as slow from SLOW_AFTER until it ends", async () => {
  const [successful, failing] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const calls = [countWhileSlow(successful.promise), countWhileSlow(failing.promise)];
  jest.advanceTimersByTime(SLOW_CALL_MS - 1);
  expect(countSlow()).toBe(0);
  jest.advanceTimersByTime(1);
  expect(countSlow()).toBe(2);
  successful.resolve("Figs");
  failing.reject(new TypeError("Failed to fetch"));
  const [first, second] = await Promise.allSettled(calls);
  expect(first).toEqual({ status: "fulfilled", value: "Figs" });
  expect(second?.status).toBe("rejected");
  expect(countSlow()).toBe(0);
});

test("doesn't count a call that ends in time", async () => {
  await countWhileSlow(Promise.resolve());
  jest.advanceTimersByTime(SLOW_CALL_MS);
  expect(countSlow()).toBe(0);
});
