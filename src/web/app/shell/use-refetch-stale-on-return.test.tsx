import { afterEach, beforeAll, beforeEach, expect, setSystemTime, spyOn, test } from "bun:test";

import { screen } from "@testing-library/react";

import { openDashboard } from "#tests/support/admin-web.tsx";
import { book, memberApi, openApp } from "#tests/support/web.tsx";

import { FRESH_DURATION_MS } from "./use-refetch-stale-on-return.ts";

const audiobook = { ...book, audiobookFilename: "willows.m4b", audiobookSeconds: 3000 };
const emma = { ...audiobook, id: 8, title: "Emma" };
const progress = { bookId: 7, currentTime: 60, chapter: 0, updatedAt: null, revision: 1, device: null };
const api = {
  ...memberApi,
  "GET /api/books/current": audiobook,
  "GET /api/audiobook-progress": progress,
  "POST /api/audiobook-progress": { ...progress, revision: 2 },
  "GET /api/bookmarks": [],
};

let consoleError: ReturnType<typeof spyOn>;

beforeAll(() => Promise.all([import("#web/app/pages/audiobook.tsx"), import("./shell.tsx")]));
beforeEach(() => {
  consoleError = spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  setSystemTime();
  consoleError.mockRestore();
});

const advanceTime = (milliseconds: number) => setSystemTime(Date.now() + milliseconds);
/** Returns to the page, and waits for its requests. */
async function returnToApp() {
  document.dispatchEvent(new Event("visibilitychange"));
  dispatchEvent(new Event("focus"));
  await new Promise((resolve) => setTimeout(resolve, 0));
}
const countCalls = ({ calls }: ReturnType<typeof openApp>, path: string) =>
  calls.filter((call) => call.path === path).length;

test("shows the new book when a stale page returns, no sooner", async () => {
  const app = openApp("/audiobook", api);
  await screen.findByRole("button", { name: "Play" });
  app.api["GET /api/books/current"] = emma;
  advanceTime(FRESH_DURATION_MS - 60_000);
  await returnToApp();
  expect(countCalls(app, "/api/books/current")).toBe(1);
  advanceTime(7 * 24 * FRESH_DURATION_MS);
  await returnToApp();
  expect(await screen.findByRole("heading", { level: 1, name: "Emma" })).toBeTruthy();
});

test("doesn't stop the playing book for a new one", async () => {
  const app = openApp("/audiobook", api);
  await app.user.click(await screen.findByRole("button", { name: "Play" }));
  await screen.findByRole("button", { name: "Pause" });
  app.api["GET /api/books/current"] = emma;
  advanceTime(7 * 24 * FRESH_DURATION_MS);
  await returnToApp();
  expect(countCalls(app, "/api/books/current")).toBe(1);
  await app.user.click(screen.getByRole("button", { name: "Pause" }));
  await returnToApp();
  expect(await screen.findByRole("heading", { level: 1, name: "Emma" })).toBeTruthy();
});

test("doesn't refetch the book of an open dashboard form", async () => {
  const app = openDashboard("book");
  await screen.findByLabelText("Title");
  const callsBefore = countCalls(app, "/api/books/current");
  advanceTime(7 * 24 * FRESH_DURATION_MS);
  await returnToApp();
  expect(countCalls(app, "/api/books/current")).toBe(callsBefore);
});
