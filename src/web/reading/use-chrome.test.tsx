import { expect, test } from "bun:test";

import { act, render, renderHook } from "@testing-library/react";

import { type OnChrome, useChrome } from "./use-chrome.ts";

test("doesn't cover a page that was turned before the bars appear", () => {
  const { result } = renderHook(() => useChrome(false));
  act(() => result.current.onChrome("hide"));
  expect(result.current.isShown).toBe(false);
  act(() => result.current.onChrome("time out"));
  expect(result.current.isShown).toBe(false);
});

test("bars show for a moment as a book opens", () => {
  const { result } = renderHook(() => useChrome(false));
  expect(result.current.isShown).toBe(true);
  act(() => result.current.onChrome("time out"));
  expect(result.current.isShown).toBe(false);
});

test("bars that a tap has shown don't hide themselves", () => {
  const { result } = renderHook(() => useChrome(false));
  act(() => result.current.onChrome("hide"));
  act(() => result.current.onChrome("toggle"));
  act(() => result.current.onChrome("time out"));
  expect(result.current.isShown).toBe(true);
});

test("renders nothing below it again for a page turn without bars", () => {
  let renderCount = 0;
  let onChrome: OnChrome = () => undefined;
  const Page = () => <p>{(renderCount += 1)}</p>;
  const Screen = () => {
    ({ onChrome } = useChrome(false));
    return <Page />;
  };
  render(<Screen />);
  act(() => onChrome("hide"));
  const countBefore = renderCount;
  for (let turn = 0; turn < 10; turn += 1) act(() => onChrome("hide"));
  expect([countBefore, renderCount]).toEqual([2, 2]);
});
