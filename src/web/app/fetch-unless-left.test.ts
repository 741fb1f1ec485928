import { expect, test } from "bun:test";

import { skippingDelay } from "#tests/support/skip-delay.ts";

import { fetchUnlessLeft, LEAVING_MS } from "./fetch-unless-left.ts";

const canceled = new TypeError("error loading dynamically imported module");

test("fetches again later if it was canceled for another page", async () => {
  const fetchCanceledOnce = async () => {
    fetchCount += 1;
    if (fetchCount > 1) return "the page";
    dispatchEvent(new Event("beforeunload"));
    throw canceled;
  };
  let fetchCount = 0;
  await skippingDelay(LEAVING_MS, async () => expect(await fetchUnlessLeft(fetchCanceledOnce)).toBe("the page"));
  expect(fetchCount).toBe(2);
});

test("fails at once while the page stays", async () => {
  await expect(fetchUnlessLeft(() => Promise.reject(canceled))).rejects.toThrow(canceled);
});

test("fails in the end if the page stays after all", async () => {
  let fetchCount = 0;
  const fetchNever = async () => {
    fetchCount += 1;
    if (fetchCount === 1) dispatchEvent(new Event("beforeunload"));
    throw canceled;
  };
  await skippingDelay(LEAVING_MS, async () => expect(fetchUnlessLeft(fetchNever)).rejects.toThrow(canceled));
  expect(fetchCount).toBe(2);
});
