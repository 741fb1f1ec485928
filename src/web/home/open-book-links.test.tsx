import { afterEach, beforeAll, beforeEach, describe, expect, setSystemTime, test } from "bun:test";

import { screen, waitFor, within } from "@testing-library/react";

import { audiobook, json, meeting, memberApi, openApp } from "#tests/support/web.tsx";

describe("a book the member is listening to", () => {
  const currentBook = {
    ...audiobook,
    audiobookSeconds: 4000,
    chapters: [
      { title: "The River Bank", start: 0 },
      { title: "Nine Endings", start: 1000 },
    ],
  };
  const progress = { bookId: 7, currentTime: 3760, chapter: 1, updatedAt: null, revision: 3, device: null };
  const api = {
    ...memberApi,
    "GET /api/books/current": currentBook,
    "GET /api/audiobook-progress": progress,
    "POST /api/audiobook-progress": progress,
    "GET /api/bookmarks": [],
  };

  beforeAll(() => import("#web/listening/mini-player.tsx"));

  test("starts with Continue, which plays, and the mini player", async () => {
    const app = openApp("/", api);
    await app.user.click(await screen.findByRole("button", { name: "Continue: Nine Endings, 4 min left" }));
    const player = await screen.findByRole("region", { name: "Audiobook" });
    expect(await within(player).findByText(/1:02:40/)).toBeTruthy();
    expect(await within(player).findByRole("button", { name: "Pause" })).toBeTruthy();
    await app.user.click(within(player).getByRole("button", { name: "Back 30 seconds" }));
    expect(await within(player).findByText(/1:02:10/)).toBeTruthy();
  });

  test("hides the paused mini player until the book plays again", async () => {
    const app = openApp("/", api);
    const player = await screen.findByRole("region", { name: "Audiobook" });
    await app.user.click(within(player).getByRole("button", { name: "Close the player" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Audiobook" }) === null).toBe(true));
    await app.user.click(screen.getByRole("button", { name: "Continue: Nine Endings, 4 min left" }));
    const reopenedPlayer = await screen.findByRole("region", { name: "Audiobook" });
    expect(await within(reopenedPlayer).findByRole("button", { name: "Pause" })).toBeTruthy();
    expect(within(reopenedPlayer).queryByRole("button", { name: "Close the player" })).toBeNull();
  });

  test("fetches the position once for the card and both players", async () => {
    const app = openApp("/", api);
    await screen.findByRole("region", { name: "Audiobook" });
    await screen.findByRole("button", { name: "Continue: Nine Endings, 4 min left" });
    expect(app.calls.filter(({ path }) => path === "/api/audiobook-progress")).toHaveLength(1);
  });

  const readingProgress = { bookId: 7, fraction: 0.43, locator: "x", revision: 2, device: null };
  const listLinks = async () => {
    const lastLink = await screen.findByRole("link", { name: "Talk about it" });
    await waitFor(() => expect(lastLink.closest(".invisible") === null).toBe(true));
    const card = lastLink.closest("article");
    return [...(card?.querySelectorAll("a, button, p") ?? [])].map(({ textContent }) => textContent).slice(2, -1);
  };

  test.each([
    ["the newer place is in the text", "2026-01-03", "2026-01-02", ["Continue reading, 43%", "Listen"]],
    [
      "the newer place is in the sound",
      "2026-01-01",
      "2026-01-02",
      ["Continue: Nine Endings, 4 min left", "Read now", "Listen"],
    ],
  ])(
    "shows Continue before the synopsis when %s",
    async (_description, readingPosition, listeningPosition, firstLink) => {
      openApp("/", {
        ...api,
        "GET /api/audiobook-progress": { ...progress, updatedAt: listeningPosition },
        "GET /api/reading-progress": { ...readingProgress, updatedAt: readingPosition },
      });
      expect((await listLinks()).slice(0, firstLink.length)).toEqual(firstLink);
      expect(screen.queryByText("Get the eBook")).toBeNull();
    },
  );

  test.each([
    ["listening", "reading", ["Continue reading, 43%", "Listen"]],
    ["reading", "listening", ["Continue: Nine Endings, 4 min left", "Read now", "Listen"]],
  ])(
    "after a few seconds of %s, continues with %s, which was used for longer",
    async (newerMedium, expectedLink, firstLink) => {
      const offer = { from: newerMedium, seconds: 7, fraction: 0, chapter: null, confidence: "rough" };
      const isReading = newerMedium === "reading";
      openApp("/", {
        ...api,
        "GET /api/audiobook-progress": { ...progress, updatedAt: isReading ? "2026-01-01" : "2026-01-03" },
        "GET /api/reading-progress": { ...readingProgress, updatedAt: "2026-01-02" },
        "GET /api/books/7/place": {
          listening: { seconds: 3760, at: "" },
          reading: { fraction: 0.43, locator: "x", at: "" },
          reached: 0,
          offer,
          spent: { [newerMedium]: 7, [expectedLink]: 900 },
        },
      });
      expect((await listLinks()).slice(0, firstLink.length)).toEqual(firstLink);
    },
  );

  test("saves the position before signing out", async () => {
    const app = openApp("/", { ...api, "POST /api/auth/logout": () => new Response(null, { status: 204 }) });
    await app.user.click(await screen.findByRole("button", { name: "Continue: Nine Endings, 4 min left" }));
    const player = await screen.findByRole("region", { name: "Audiobook" });
    const backButton = await within(player).findByRole("button", { name: "Back 30 seconds" });
    for (let pressCount = 0; pressCount < 3; pressCount += 1) await app.user.click(backButton);
    const timeText = await within(player).findByText(/1:01:10/);
    expect(timeText.textContent).toContain("1:01:10");
    await app.user.click(screen.getByRole("button", { name: /Nora Whitfield/ }));
    await app.user.click(await screen.findByRole("menuitem", { name: "Sign out" }));
    await screen.findByText("Enter your credentials to access your account");
    const posts = app.calls.filter(({ method }) => method === "POST");
    const savedIndex = posts.findLastIndex(({ body }) => (body as { currentTime?: number })?.currentTime === 3670);
    expect(savedIndex).toBeGreaterThanOrEqual(0);
    expect(savedIndex).toBeLessThan(posts.findIndex(({ path }) => path === "/api/auth/logout"));
  });

  describe("what is left until the meeting", () => {
    const emptyProgress = { listening: null, reading: null, reached: 0.4, offer: null, pace: 1500 };
    const today = new Date("2026-01-27T17:00:00Z");
    beforeEach(() => void setSystemTime(today));
    afterEach(() => void setSystemTime());
    const findLine = async (timeLeft: object, fields: object = {}, meetingNow: object = {}) => {
      openApp("/", {
        ...api,
        "GET /api/audiobook-progress": { ...progress, currentTime: 1000 },
        "GET /api/reading-progress": { ...readingProgress, fraction: 0, updatedAt: null },
        "GET /api/books/7/place": { ...emptyProgress, left: timeLeft, ...fields },
        "GET /api/meetings/current": { ...meeting, ...meetingNow },
      });
      await listLinks();
      await screen.findByText(meeting.location);
      return screen.queryByText(/ left(,| until)/, { selector: "p" })?.textContent;
    };

    test("is shown per day, in the medium that is ahead", async () => {
      expect(await findLine({ listening: 12_000, reading: 300 })).toBe(
        "3 h 20 min left, 50 minutes a day until Sat, Jan 31",
      );
    });

    test.each([
      ["it was switched off", { listening: null, reading: null }, {}, {}],
      ["the book is finished", { listening: 12_000, reading: 300 }, { reached: 1 }, {}],
      ["the meeting is over", { listening: 12_000, reading: 300 }, {}, { state: "over" }],
      ["the meeting is about another book", { listening: 12_000, reading: 300 }, {}, { bookId: 8 }],
      ["it has no date", { listening: 12_000, reading: 300 }, {}, { date: "", time: "" }],
    ])("isn't shown when %s", async (_reason, timeLeft, fields, meetingNow) => {
      expect(await findLine(timeLeft, fields, meetingNow)).toBeUndefined();
    });
  });

  test("links to the book while its position can't be read", async () => {
    const respondBusy = () => json({ message: "Busy" }, 503);
    const app = openApp("/", {
      ...api,
      "GET /api/audiobook-progress": respondBusy,
      "GET /api/reading-progress": respondBusy,
    });
    expect((await listLinks()).slice(0, 2)).toEqual(["Read now", "Listen"]);
    // before the retry
    expect(app.calls.filter(({ path }) => path === "/api/audiobook-progress")).toHaveLength(1);
  });

  test("links to the reader before the first page", async () => {
    openApp("/", {
      ...api,
      "GET /api/audiobook-progress": { ...progress, currentTime: 0 },
      "GET /api/reading-progress": { ...readingProgress, fraction: 0, updatedAt: null },
    });
    expect((await listLinks()).slice(0, 2)).toEqual(["Read now", "Listen"]);
    expect(screen.getByRole("link", { name: "Read now" }).getAttribute("href")).toBe("/read");
  });

  test("shortens a long synopsis, and moves focus to all of it", async () => {
    const { user } = openApp("/", {
      ...api,
      "GET /api/books/current": { ...currentBook, synopsis: "The Mole. ".repeat(40) },
    });
    (await screen.findByRole("button", { name: "More about the book" })).focus();
    await user.keyboard("{Enter}");
    expect(screen.queryByRole("button", { name: "More about the book" })).toBeNull();
    expect(document.activeElement?.textContent?.trim()).toBe("The Mole. ".repeat(40).trim());
  });

  test.each([0, 3995])("has nothing to continue at %p seconds", async (currentTime) => {
    openApp("/", { ...api, "GET /api/audiobook-progress": { ...progress, currentTime } });
    expect(await screen.findByRole("link", { name: "Listen" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Continue/ })).toBeNull();
    expect(screen.queryByRole("region", { name: "Audiobook" })).toBeNull();
  });
});
