import { beforeAll, describe, expect, it } from "bun:test";

import { screen, waitFor, within } from "@testing-library/react";

import { book, memberApi, openApp } from "#tests/support/web.tsx";

describe("a book the member is listening to", () => {
  const audiobook = {
    ...book,
    audiobookFilename: "willows.m4b",
    audiobookSeconds: 4000,
    chapters: [
      { title: "The River Bank", start: 0 },
      { title: "Nine Endings", start: 1000 },
    ],
  };
  const place = { bookId: 7, currentTime: 3760, chapter: 1, updatedAt: null, revision: 3, device: null };
  const api = {
    ...memberApi,
    "GET /api/books/current": audiobook,
    "GET /api/audiobook-progress": place,
    "POST /api/audiobook-progress": place,
    "GET /api/bookmarks": [],
  };

  beforeAll(() => import("#web/listening/mini-player.tsx"));

  it("starts with Continue, which plays, and the mini player is there with back-30", async () => {
    const app = openApp("/", api);
    await app.user.click(await screen.findByRole("button", { name: "Continue: Nine Endings, 4 min left" }));
    const player = await screen.findByRole("region", { name: "Audiobook" });
    expect(await within(player).findByText(/1:02:40/)).toBeTruthy();
    expect(await within(player).findByRole("button", { name: "Pause" })).toBeTruthy();
    await app.user.click(within(player).getByRole("button", { name: "Back 30 seconds" }));
    expect(await within(player).findByText(/1:02:10/)).toBeTruthy();
  });

  it("asks for the place once, though the card, the mini player and the player all want it", async () => {
    const app = openApp("/", api);
    await screen.findByRole("region", { name: "Audiobook" });
    await screen.findByRole("button", { name: "Continue: Nine Endings, 4 min left" });
    expect(app.calls.filter(({ path }) => path === "/api/audiobook-progress")).toHaveLength(1);
  });

  const inText = { bookId: 7, fraction: 0.43, locator: "x", revision: 2, device: null };
  const ways = async () => {
    const last = await screen.findByRole("link", { name: "Talk about it" });
    await waitFor(() => expect(last.closest(".invisible") === null).toBe(true));
    const card = last.closest("article");
    return [...(card?.querySelectorAll("a, button, p") ?? [])].map(({ textContent }) => textContent).slice(1, -1);
  };

  it.each([
    ["the newer place is in the text", "2026-01-03", "2026-01-02", ["Continue reading, 43%", "Listen"]],
    [
      "the newer place is in the sound",
      "2026-01-01",
      "2026-01-02",
      ["Continue: Nine Endings, 4 min left", "Read now", "Listen"],
    ],
  ])("leads with the way on, before the synopsis, when %s (issue 16.5, 16.9)", async (_when, read, heard, first) => {
    openApp("/", {
      ...api,
      "GET /api/audiobook-progress": { ...place, updatedAt: heard },
      "GET /api/reading-progress": { ...inText, updatedAt: read },
    });
    expect((await ways()).slice(0, first.length)).toEqual(first);
    expect(screen.queryByText("Get the eBook")).toBeNull();
  });

  it.each([
    ["listening", "reading", ["Continue reading, 43%", "Listen"]],
    ["reading", "listening", ["Continue: Nine Endings, 4 min left", "Read now", "Listen"]],
  ])("after a few seconds of %s, continues with %s, which was used for longer", async (newer, continueIn, first) => {
    const offer = { from: newer, seconds: 7, fraction: 0, chapter: null, confidence: "rough" };
    const isReading = newer === "reading";
    openApp("/", {
      ...api,
      "GET /api/audiobook-progress": { ...place, updatedAt: isReading ? "2026-01-01" : "2026-01-03" },
      "GET /api/reading-progress": { ...inText, updatedAt: "2026-01-02" },
      "GET /api/books/7/place": {
        listening: { seconds: 3760, at: "" },
        reading: { fraction: 0.43, locator: "x", at: "" },
        reached: 0,
        offer,
        spent: { [newer]: 7, [continueIn]: 900 },
      },
    });
    expect((await ways()).slice(0, first.length)).toEqual(first);
  });

  it("links to the reader before the first page (issue 16.9)", async () => {
    openApp("/", {
      ...api,
      "GET /api/audiobook-progress": { ...place, currentTime: 0 },
      "GET /api/reading-progress": { ...inText, fraction: 0, updatedAt: null },
    });
    expect((await ways()).slice(0, 2)).toEqual(["Read now", "Listen"]);
    expect(screen.getByRole("link", { name: "Read now" }).getAttribute("href")).toBe("/read");
  });

  it("is short for regulars: the small card shows the first lines of a long synopsis", async () => {
    localStorage.setItem("visits", "3");
    const { user } = openApp("/", {
      ...api,
      "GET /api/books/current": { ...audiobook, synopsis: "The Mole. ".repeat(40) },
    });
    await user.click(await screen.findByRole("button", { name: "More about the book" }));
    expect(screen.queryByRole("button", { name: "More about the book" })).toBeNull();
    localStorage.clear();
  });

  it.each([0, 3995])("has nothing to continue at %p seconds: not begun, or finished", async (currentTime) => {
    openApp("/", { ...api, "GET /api/audiobook-progress": { ...place, currentTime } });
    expect(await screen.findByRole("link", { name: "Listen" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Continue/ })).toBeNull();
    expect(screen.queryByRole("region", { name: "Audiobook" })).toBeNull();
  });
});
