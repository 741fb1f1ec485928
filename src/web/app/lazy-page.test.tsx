import { describe, expect, it } from "bun:test";

import { render, screen } from "@testing-library/react";

import { expectErrors } from "#tests/support/logged-errors.ts";

import { lazyPage } from "./lazy-page.tsx";
import { ErrorBoundary } from "./shell/error-boundary.tsx";

const addPicture = () => {
  const still = document.createElement("div");
  still.id = "first-paint";
  document.body.append(still);
};
const hasPicture = () => document.getElementById("first-paint") !== null;

describe("a page whose code is fetched when it is shown", () => {
  it("replaces the spinner and the first paint's picture once loaded", async () => {
    addPicture();
    const { promise, resolve } = Promise.withResolvers<() => string>();
    const Page = lazyPage(() => promise);
    const { unmount } = render(<Page />);
    expect(screen.getByText("Loading...")).toBeTruthy();
    expect(hasPicture()).toBe(true);
    resolve(() => "The page");
    expect(await screen.findByText("The page")).toBeTruthy();
    expect(hasPicture()).toBe(false);
    unmount();
  });

  it("needs no spinner when it was fetched ahead, and is fetched once", async () => {
    let fetches = 0;
    const Page = lazyPage(async () => {
      fetches += 1;
      return () => "The page";
    });
    await Page.load();
    const { unmount } = render(<Page />);
    expect(screen.getByText("The page")).toBeTruthy();
    await Page.load();
    expect(fetches).toBe(1);
    unmount();
  });

  it("fails like a page when its code can't be loaded", async () => {
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
