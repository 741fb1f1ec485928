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
const getSlowCount = () => getDefaultStore().get(slowCallsAtom);

test("counts a call as slow from SLOW_AFTER until it ends", async () => {
  const [successfulCall, failingCall] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const calls = [countWhileSlow(successfulCall.promise), countWhileSlow(failingCall.promise)];
  jest.advanceTimersByTime(SLOW_CALL_MS - 1);
  expect(getSlowCount()).toBe(0);
  jest.advanceTimersByTime(1);
  expect(getSlowCount()).toBe(2);
  successfulCall.resolve("Figs");
  failingCall.reject(new TypeError("Failed to fetch"));
  const [firstResult, secondResult] = await Promise.allSettled(calls);
  expect(firstResult).toEqual({ status: "fulfilled", value: "Figs" });
  expect(secondResult?.status).toBe("rejected");
  expect(getSlowCount()).toBe(0);
});

test("doesn't count a call that ends in time", async () => {
  await countWhileSlow(Promise.resolve());
  jest.advanceTimersByTime(SLOW_CALL_MS);
  expect(getSlowCount()).toBe(0);
});
