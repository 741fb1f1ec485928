import { afterEach, describe, expect, setSystemTime, test } from "bun:test";

import { screen, within } from "@testing-library/react";

import { shelfPage } from "#tests/support/shelf-answers.ts";
import { json, meeting, memberApi, nora, openApp } from "#tests/support/web.tsx";

afterEach(() => {
  setSystemTime();
});

describe("before the first meeting and after each", () => {
  test("asks for stars, wines and the vote after the meeting", async () => {
    openApp("/", {
      ...memberApi,
      "GET /api/meetings/current": { ...meeting, state: "over", bookId: 7 },
      "GET /api/shelf/7": { ...shelfPage, mine: { stars: 4, text: "", finished: "yes" } },
    });
    const region = await screen.findByRole("region", { name: "After the meeting" });
    expect(
      within(region)
        .getAllByRole("link")
        .map((link) => [link.textContent, link.getAttribute("href")]),
    ).toEqual([
      ["You gave it 4 stars (done)", "/shelf/7#reviews"],
      ["What did we drink?", "/wines?book=7"],
      ["What should we read next?", "/recommendations"],
    ]);
  });

  test("tells a new club's admin what to do next", async () => {
    setSystemTime(new Date("2026-01-10T12:00:00Z"));
    const { unmount } = openApp("/", {
      ...memberApi,
      "GET /api/auth/user": { ...nora, isAdmin: true },
      "GET /api/books/current": null,
      "GET /api/meetings/current": null,
      "GET /api/users": [nora],
    });
    const steps = (await screen.findByRole("heading", { name: "Get the club started" })).closest("section");
    expect(
      [...(steps?.querySelectorAll("a") ?? [])].map((link) => [link.textContent, link.getAttribute("href")]),
    ).toEqual([
      ["Add the first book", "/admin?tab=book&book=new"],
      ["Plan the meeting", "/admin/months/2026-01#meeting"],
      ["Invite members", "/admin?tab=users#invitations"],
    ]);
    expect(steps?.textContent).toContain("CLUB_NAME and CLUB_SINCE");
    expect(screen.queryByText(/Check back soon/) === null).toBe(true);
    unmount();
    openApp("/", { ...memberApi, "GET /api/books/current": null, "GET /api/meetings/current": null });
    expect(await screen.findByText(/Check back soon/)).toBeTruthy();
    expect(screen.queryByText("Get the club started") === null).toBe(true);
  });

  test.each(["GET /api/meetings/current", "GET /api/books/current", "GET /api/users"])(
    "shows the admin the board although %s fails",
    async (call) => {
      openApp("/", {
        ...memberApi,
        "GET /api/auth/user": { ...nora, isAdmin: true },
        "GET /api/meetings/current": null,
        "GET /api/users": [nora],
        [call]: () => json({ message: "The club is busy." }, 503),
      });
      expect((await screen.findByRole("heading", { name: "Snacks & Drinks Board" })).textContent).toBeTruthy();
    },
  );
});
