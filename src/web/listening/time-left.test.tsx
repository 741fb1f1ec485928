import { afterEach, beforeAll, beforeEach, expect, setSystemTime, test } from "bun:test";

import { fireEvent, screen, waitFor } from "@testing-library/react";

import { audiobook, memberApi, openApp } from "#tests/support/web.tsx";

beforeAll(() => Promise.all([import("#web/app/pages/audiobook.tsx"), import("#web/app/shell/shell.tsx")]));
beforeEach(() => void setSystemTime(new Date("2026-01-27T17:00:00Z")));
afterEach(() => void setSystemTime());

test("shows the listening left per day, unchanged by a jump", async () => {
  const place = { bookId: 7, currentTime: 3722, chapter: 0, updatedAt: null, revision: 3, device: null };
  const app = openApp("/audiobook", {
    ...memberApi,
    "GET /api/books/current": audiobook,
    "GET /api/audiobook-progress": place,
    "POST /api/audiobook-progress": { ...place, revision: 4 },
    "GET /api/bookmarks": [],
    "GET /api/books/7/place": {
      left: { listening: 28_078, reading: null },
      listening: null,
      reading: null,
      reached: 0.1,
      offer: null,
      pace: 1500,
    },
  });
  expect(await screen.findByText("7 h 48 min left, 1 h 57 min a day until Sat, Jan 31")).toBeTruthy();
  fireEvent.change(screen.getByRole("slider", { name: "Seek" }), { target: { value: "31800" } });
  await screen.findByText("8:50:00 / 8:50:00");
  expect(screen.queryByText("Cheers, you finished it!") === null).toBe(true);
  expect(screen.queryByText(/ left/) === null).toBe(true);
  await waitFor(() => expect(app.calls.some(({ method }) => method === "POST")).toBe(true));
});
