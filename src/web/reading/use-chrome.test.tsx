import { expect, test } from "bun:test";

import { act, renderHook } from "@testing-library/react";

import { useChrome } from "./use-chrome.ts";

test("doesn't cover a page that was turned before the bars appear", () => {
  const { result } = renderHook(() => useChrome(false));
  act(result.current.hide);
  act(result.current.showBriefly);
  expect(result.current.isShown).toBe(false);
});

test("bars show for a moment as a book opens", () => {
  const { result } = renderHook(() => useChrome(false));
  act(result.current.showBriefly);
  expect(result.current.isShown).toBe(true);
});
