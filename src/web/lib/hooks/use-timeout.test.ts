import { afterEach, beforeEach, expect, jest, test } from "bun:test";

import { renderHook } from "@testing-library/react";

import { useTimeout } from "./use-timeout.ts";

const DAY = 24 * 60 * 60 * 1000;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("waits for months, which one timer can't", () => {
  let runCount = 0;
  const { unmount } = renderHook(() => useTimeout(() => (runCount += 1), 60 * DAY));
  for (let day = 0; day < 60; day += 1) {
    expect(runCount).toBe(0);
    jest.advanceTimersByTime(DAY);
  }
  expect(runCount).toBe(1);
  unmount();
});
