import { expect, test } from "bun:test";

import { expectErrors, takeUnexpected } from "#tests/support/logged-errors.ts";

/** Calls of a page's timers after its test. */
const lateCalls: string[] = [];

test("(a page that starts timers)", () => {
  setTimeout(() => lateCalls.push("timeout"), 1);
  setInterval(() => lateCalls.push("interval"), 1);
  const startChain = () => setTimeout(() => (lateCalls.push("chain"), startChain()), 1);
  setTimeout(startChain);
  expect(lateCalls).toEqual([]);
});

test("ends the timers of a page with its test", async () => {
  const callsBefore = lateCalls.length;
  await Bun.sleep(20);
  expect(lateCalls.slice(callsBefore)).toEqual([]);
});

test("fails a test when its page logs an unexpected error", () => {
  console.error("Saving failed", new TypeError("no network"));
  expect(takeUnexpected()).toEqual(["Saving failed TypeError: no network"]);
  expectErrors(/^Saving failed/);
  console.error("Saving failed");
  console.error("Loading failed");
  expect(takeUnexpected()).toEqual(["Loading failed"]);
});
