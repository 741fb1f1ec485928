import { beforeAll, expect, spyOn, test } from "bun:test";

import { screen, waitFor } from "@testing-library/react";

import type { NewProgress } from "#contract/progress.ts";
import { audiobook, book, memberApi, openApp } from "#tests/support/web.tsx";
import { runBeforeSignOutHooks } from "#web/state/before-sign-out.ts";

const place = { bookId: 7, currentTime: 60, chapter: 0, updatedAt: null, revision: 3, device: null };
const api = {
  ...memberApi,
  "GET /api/books/current": audiobook,
  "GET /api/audiobook-progress": place,
  "GET /api/audiobook-progress/history": [],
  "GET /api/bookmarks": [],
};

beforeAll(() => Promise.all([import("#web/app/pages/audiobook.tsx"), import("#web/app/shell/shell.tsx")]));

test("closes, with a message, once the audiobook was removed", async () => {
  const consoleError = spyOn(console, "error").mockImplementation(() => undefined);
  let isRemoved = false;
  openApp("/audiobook", {
    ...api,
    "GET /api/books/current": () => (isRemoved ? book : audiobook),
  });
  await screen.findByRole("button", { name: "Play" });
  isRemoved = true;
  document.querySelector("audio")?.dispatchEvent(new Event("error"));
  expect(await screen.findByText(`An admin removed the audiobook of '${book.title}'.`)).toBeTruthy();
  expect(screen.getByText(/This book has no audiobook yet/)).toBeTruthy();
  expect(document.querySelector("audio")).toBeNull();
  expect(consoleError).toHaveBeenCalledTimes(1);
  consoleError.mockRestore();
});

test("saves an unchanged position once, when its page closes", async () => {
  let revision = 3;
  const app = openApp("/audiobook", {
    ...api,
    "POST /api/audiobook-progress": (body: unknown) => {
      const { currentTime } = body as NewProgress;
      revision += 1;
      return { ...place, currentTime, revision };
    },
  });
  const listReasons = () =>
    app.calls.filter(({ method }) => method === "POST").map(({ body }) => (body as NewProgress).reason);
  await screen.findByRole("button", { name: "Play" });
  await app.user.click(screen.getByRole("button", { name: "Forward 30 seconds" }));
  await waitFor(() => expect(app.calls.filter(({ path }) => path === "/api/audiobook-progress").length).toBe(3));
  await app.user.click(screen.getByRole("link", { name: /^Home/ }));
  await waitFor(() => expect(screen.queryByRole("slider", { name: /^Seek/ })).toBeNull());
  await runBeforeSignOutHooks();
  expect(listReasons()).toEqual(["seek"]);
});
