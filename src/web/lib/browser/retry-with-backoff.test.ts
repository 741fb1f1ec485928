import { afterEach, beforeEach, expect, jest, test } from "bun:test";

import { retryWithBackoff } from "./retry-with-backoff.ts";

let isSourceFailing: boolean;
let tries: number;
let listener: () => void;
let stopRetrying: () => void;

beforeEach(() => {
  jest.useFakeTimers();
  isSourceFailing = false;
  tries = 0;
  stopRetrying = retryWithBackoff({
    isFailing: () => isSourceFailing,
    subscribe: (onChange) => {
      listener = onChange;
      return () => undefined;
    },
    flush: () => void (tries += 1),
  });
});
afterEach(() => {
  stopRetrying();
  jest.useRealTimers();
});
const setFailing = (isFailingNow: boolean) => {
  isSourceFailing = isFailingNow;
  listener();
};

test("retries a failed save after ten seconds, then less often", () => {
  setFailing(true);
  for (const [seconds, expected] of [
    [9, 0],
    [1, 1],
    [19, 1],
    [1, 2],
    [3600, 16],
  ] as const) {
    jest.advanceTimersByTime(seconds * 1000);
    listener();
    expect(tries).toBe(expected);
  }
});

test("stops retrying after success, and starts over on failure", () => {
  setFailing(true);
  jest.advanceTimersByTime(10_000);
  setFailing(false);
  jest.advanceTimersByTime(3_600_000);
  expect(tries).toBe(1);
  setFailing(true);
  jest.advanceTimersByTime(10_000);
  expect(tries).toBe(2);
  stopRetrying();
  jest.advanceTimersByTime(3_600_000);
  expect(tries).toBe(2);
});
