import { describe, expect, test } from "bun:test";

import { render, screen } from "@testing-library/react";

import { expectErrors } from "#tests/support/logged-errors.ts";

import { lazyPage } from "./lazy-page.tsx";
import { ErrorBoundary } from "./shell/error-boundary.tsx";

describe("a page whose code is fetched when it is shown", () => {
  test("replaces the spinner once loaded", async () => {
    const { promise, resolve } = Promise.withResolvers<() => string>();
    const Page = lazyPage(() => promise);
    const { unmount } = render(<Page />);
    expect(screen.getByText("Loading...")).toBeTruthy();
    resolve(() => "The page");
    expect(await screen.findByText("The page")).toBeTruthy();
    unmount();
  });

  test("needs no spinner when prefetched, and is fetched once", async () => {
    let fetchCount = 0;
    const Page = lazyPage(async () => {
      fetchCount += 1;
      return () => "The page";
    });
    await Page.load();
    const { unmount } = render(<Page />);
    expect(screen.getByText("The page")).toBeTruthy();
    await Page.load();
    expect(fetchCount).toBe(1);
    unmount();
  });

  test("fails like a page when its code can't be loaded", async () => {
    expectErrors(/Failed to fetch dynamically imported module/);
    const Page = lazyPage(() => Promise.reject(new TypeError("Failed to fetch dynamically imported module")));
    render(
      <ErrorBoundary>
        <Page />
      </ErrorBoundary>,
    );
    expect(await screen.findByText(/couldn't be loaded/)).toBeTruthy();
  });
});
