import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";

import { render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";

import { type Api, json, serveApi } from "#tests/support/web.tsx";

import { ErrorBoundary } from "./error-boundary.tsx";

const healthyApi: Api = { "GET /api/health": { status: "ok", version: "2.0.0" } };
const message = /^This page couldn't be loaded/;
let reload: ReturnType<typeof spyOn>;
let consoleError: ReturnType<typeof spyOn>;

beforeEach(() => {
  reload = spyOn(location, "reload").mockImplementation(() => undefined);
  consoleError = spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  reload.mockRestore();
  consoleError.mockRestore();
  sessionStorage.clear();
});

function openGonePage(isIdle = true) {
  const RemovedPage = () => {
    throw new TypeError("Failed to fetch dynamically imported module: http://localhost/assets/audiobook-old.js");
  };
  return render(
    <MemoryRouter>
      <ErrorBoundary canReload={() => isIdle}>
        <RemovedPage />
      </ErrorBoundary>
    </MemoryRouter>,
  );
}

test("a page that an upgrade removed reloads automatically, once", async () => {
  serveApi(healthyApi);
  const { unmount } = openGonePage();
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(screen.queryByText(message)).toBeNull();
  unmount();
  openGonePage();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(reload).toHaveBeenCalledTimes(1);
});

test("loads a page that couldn't be fetched once online", async () => {
  serveApi({ "GET /api/health": () => Promise.reject(new TypeError("Failed to fetch")) });
  openGonePage();
  expect(await screen.findByText(message)).toBeTruthy();
  serveApi(healthyApi);
  dispatchEvent(new Event("online"));
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

test("doesn't reload while offline or while audio plays", async () => {
  serveApi({ "GET /api/health": () => json({ status: "unwell" }, 503) });
  const { unmount } = openGonePage();
  expect(await screen.findByText(message)).toBeTruthy();
  unmount();
  serveApi(healthyApi);
  openGonePage(false);
  expect(await screen.findByText(message)).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
});
