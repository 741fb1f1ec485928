import { afterEach, beforeEach, expect, jest, test } from "bun:test";

import { createSaveThrottle } from "./save-throttle.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("sends the first save at once, the next a second later", async () => {
  let now = 0;
  const throttle = createSaveThrottle(() => now);
  const sentAt: number[] = [];
  const send = async () => {
    await throttle.ready();
    throttle.markSent();
    sentAt.push(now);
  };
  await send();
  throttle.markSent();
  void send();
  for (; now < 5000; now += 100) {
    jest.advanceTimersByTime(100);
    // the timer's promise
    for (let microtask = 0; microtask < 3; microtask += 1) await Promise.resolve();
  }
  expect(sentAt[0]).toBe(0);
  expect(sentAt[1]).toBeGreaterThanOrEqual(1900);
  expect(sentAt).toHaveLength(2);
});
