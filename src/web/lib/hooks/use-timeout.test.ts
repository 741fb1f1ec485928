import { afterEach, beforeEach, expect, jest, test } from "bun:test";

import { renderHook } from "@testing-library/react";

import { useTimeout } from "./use-timeout.ts";

const DAY = 24 * 60 * 60 * 1000;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("doesn't end at once when the delay is too long for a timer", () => {
  let runCount = 0;
  const { unmount } = renderHook(() => useTimeout(() => (runCount += 1), 60 * DAY));
  jest.advanceTimersByTime(24 * DAY);
  expect(runCount).toBe(0);
  jest.advanceTimersByTime(DAY);
  expect(runCount).toBe(1);
  unmount();
});
