import { beforeAll, expect, spyOn, test } from "bun:test";

import { screen } from "@testing-library/react";

import { audiobook, book, memberApi, openApp } from "#tests/support/web.tsx";

beforeAll(() => Promise.all([import("#web/app/pages/audiobook.tsx"), import("#web/app/shell/shell.tsx")]));

test("closes, with a message, once the audiobook was removed", async () => {
  const consoleError = spyOn(console, "error").mockImplementation(() => undefined);
  let isRemoved = false;
  openApp("/audiobook", {
    ...memberApi,
    "GET /api/books/current": () => (isRemoved ? book : audiobook),
    "GET /api/audiobook-progress": {
      bookId: 7,
      currentTime: 60,
      chapter: 0,
      updatedAt: null,
      revision: 3,
      device: null,
    },
    "GET /api/audiobook-progress/history": [],
    "GET /api/bookmarks": [],
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
