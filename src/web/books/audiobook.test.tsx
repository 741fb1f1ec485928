import { afterEach, beforeAll, beforeEach, describe, expect, spyOn, test } from "bun:test";

import { fireEvent, screen, waitFor, within } from "@testing-library/react";

import type { NewProgress } from "#contract/progress.ts";
import { type Api, audiobook, book, json, memberApi, openApp, signedOut } from "#tests/support/web.tsx";

import { downloadName } from "./audiobook-details.tsx";

const narratedBook = {
  ...audiobook,
  audiobookNarrator: "Ann Reader",
  audiobookDuration: "8 hrs and 50 mins",
  chapters: [
    { title: "The River Bank", start: 0 },
    { title: "The Open Road", start: 3000 },
  ],
};
const saved = { bookId: 7, currentTime: 3722, chapter: 1, updatedAt: null, revision: 3, device: null };

let revision = 3;
const api = (): Api => ({
  ...memberApi,
  "GET /api/books/current": narratedBook,
  "GET /api/audiobook-progress": saved,
  "GET /api/audiobook-progress/history": [],
  "GET /api/bookmarks": [],
  "POST /api/audiobook-progress": (body: unknown) => {
    const { currentTime } = body as NewProgress;
    revision += 1;
    return { ...saved, currentTime, revision };
  },
});
let consoleError: ReturnType<typeof spyOn>;

// Preloaded, because loading may take longer than the first test's timeout.
beforeAll(() => Promise.all([import("#web/app/pages/audiobook.tsx"), import("#web/app/shell/shell.tsx")]));
beforeEach(() => {
  revision = 3;
  consoleError = spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  consoleError.mockRestore();
});

const waitUntilReady = () => screen.findByRole("button", { name: "Play" });

describe("the audiobook page", () => {
  test("shows cover, facts, download and the closed guide", async () => {
    openApp("/audiobook", api());
    expect(await screen.findByRole("heading", { level: 1, name: "The Wind in the Willows" })).toBeTruthy();
    expect(screen.getByText("by Kenneth Grahame")).toBeTruthy();
    expect(screen.getByText("Narrated by").closest("div")?.textContent).toBe("Narrated by Ann Reader");
    expect(screen.getByText("Length").closest("div")?.textContent).toBe("Length 8 h 50 min");
    const link = screen.getByRole("link", { name: "Download Audiobook" });
    expect(link.getAttribute("href")).toBe("/api/download/audiobook/7");
    expect(link.getAttribute("download")).toBe("The_Wind_in_the_Willows_audiobook.m4b");
    const importGuide = screen.getByText("How to Import Audiobooks on iPhone").closest("details");
    expect(importGuide?.open).toBe(false);
  });

  test("says why a download failed, where the browser doesn't", async () => {
    const app = openApp("/audiobook", { ...api(), "HEAD /api/download/audiobook/7": signedOut });
    const link = await screen.findByRole("link", { name: "Download Audiobook" });
    link.addEventListener("click", (event) => event.preventDefault());
    await app.user.click(link);
    expect(await screen.findByText("Session expired. Please log in again.")).toBeTruthy();
  });

  test("names the download by the title and the file's extension", () => {
    expect(downloadName({ title: "Emma  II", audiobookFilename: "x.MP3" })).toBe("Emma__II_audiobook.MP3");
    expect(downloadName({ title: "Emma", audiobookFilename: null })).toBe("Emma_audiobook.m4b");
  });

  test("says what to expect without a book or an audiobook", async () => {
    const { unmount } = openApp("/audiobook", { ...api(), "GET /api/books/current": () => json(null) });
    expect(await screen.findByText(/No book has been chosen yet/)).toBeTruthy();
    unmount();
    openApp("/audiobook", { ...api(), "GET /api/books/current": book });
    expect(await screen.findByText(/This book has no audiobook yet/)).toBeTruthy();
    expect((screen.getByRole("button", { name: "Download Audiobook" }) as HTMLButtonElement).disabled).toBe(true);
  });

  test("leads visitors to sign in", async () => {
    openApp("/audiobook", { ...api(), "GET /api/auth/user": signedOut });
    expect(await screen.findByText("Enter your credentials to access your account")).toBeTruthy();
  });
});

describe("the player", () => {
  test("shows a placeholder, then the position", async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    openApp("/audiobook", { ...api(), "GET /api/audiobook-progress": () => promise });
    expect(await screen.findByText("Finding your place...")).toBeTruthy();
    resolve(saved);
    await waitUntilReady();
    expect(screen.getByText("1:02:02 / 8:50:00")).toBeTruthy();
    expect(screen.getByText("12% complete")).toBeTruthy();
    expect(screen.getByText("7 h 48 min left in this chapter")).toBeTruthy();
    const slider = screen.getByRole("slider", { name: "Seek in the whole book" });
    expect(slider.getAttribute("aria-valuetext")).toBe("1 hour 2 minutes of 8 hours 50 minutes, The Open Road");
    expect(slider.getAttribute("step")).toBe("1");
  });

  test("saves the slider's position, with its revision", async () => {
    const app = openApp("/audiobook", api());
    await waitUntilReady();
    fireEvent.change(screen.getByRole("slider", { name: "Seek in the whole book" }), { target: { value: "5000" } });
    await waitFor(() => expect(app.calls.filter(({ method }) => method === "POST").length).toBe(1));
    expect(app.calls.find(({ method }) => method === "POST")?.body).toMatchObject({
      bookId: 7,
      currentTime: 5000,
      chapter: 0,
      baseRevision: 3,
      reason: "seek",
    });
    expect(screen.getByRole("button", { name: "Undo: back to 1:02:02" })).toBeTruthy();
  });

  test("saves once more when the page closes or is hidden (SPEC 9)", async () => {
    const app = openApp("/audiobook", api());
    await app.user.click(await waitUntilReady());
    const listLeaveReasons = () =>
      app.calls.filter(({ init }) => init.keepalive).map(({ body }) => (body as NewProgress).reason);
    const hidePage = () => {
      Object.defineProperty(document, "hidden", { configurable: true, value: true });
      document.dispatchEvent(new Event("visibilitychange"));
      Reflect.deleteProperty(document, "hidden");
    };
    hidePage();
    expect(listLeaveReasons()).toEqual(["leave"]);
    // a page that closes gets both events
    dispatchEvent(new Event("pagehide"));
    expect(listLeaveReasons()).toEqual(["leave"]);
    await app.user.click(screen.getByRole("button", { name: "Forward 30 seconds" }));
    dispatchEvent(new Event("pagehide"));
    expect(listLeaveReasons()).toHaveLength(2);
  });

  test("seeks where the finger is lifted, not while scrolling", async () => {
    const app = openApp("/audiobook", api());
    await waitUntilReady();
    const slider = screen.getByRole("slider", { name: "Seek in the whole book" });
    fireEvent.pointerDown(slider);
    fireEvent.change(slider, { target: { value: "9000" } });
    fireEvent.pointerCancel(slider);
    expect(screen.getByText("1:02:02 / 8:50:00")).toBeTruthy();
    fireEvent.pointerDown(slider);
    fireEvent.change(slider, { target: { value: "5000" } });
    fireEvent.pointerUp(slider);
    expect(await screen.findByText("1:23:20 / 8:50:00")).toBeTruthy();
    const countSeeks = () => {
      const saves = app.calls.filter(({ method }) => method === "POST");
      return [...new Set(saves.map(({ body }) => (body as { currentTime: number }).currentTime))];
    };
    await waitFor(() => expect(countSeeks()).toEqual([5000]));
  });

  test("cycles through the speeds", async () => {
    const { user } = openApp("/audiobook", api());
    await waitUntilReady();
    for (const speed of ["1×", "1.25×", "1.5×", "2×", "0.75×"])
      await user.click(screen.getByRole("button", { name: `Playback speed ${speed}` }));
    expect(screen.getByRole("button", { name: "Playback speed 1×" })).toBeTruthy();
  });

  test("shows SPEC's card while saving fails, and removes it", async () => {
    const app = openApp("/audiobook", { ...api(), "POST /api/audiobook-progress": () => json({ message: "no" }, 500) });
    await waitUntilReady();
    await app.user.click(screen.getByRole("button", { name: "Forward 30 seconds" }));
    expect(await screen.findByText("Error Saving Progress")).toBeTruthy();
    expect(screen.getByText("Error saving your progress")).toBeTruthy();
    expect(
      screen.getByText("We're having trouble saving your listening progress. Please try refreshing the page."),
    ).toBeTruthy();
    expect(screen.getByRole("button", { name: "Refresh Page" })).toBeTruthy();
    Object.assign(app.api, api());
    await app.user.click(screen.getByRole("button", { name: "Back 30 seconds" }));
    // saves are sent a second apart; printing an element takes long
    await waitFor(() => expect(screen.queryAllByText("Error Saving Progress").length).toBe(0));
  });

  test("asks once when another device has moved", async () => {
    const otherDevice = {
      ...saved,
      currentTime: 200,
      revision: 9,
      device: "phone",
      updatedAt: new Date(Date.now() - 7_200_000).toISOString(),
    };
    const respondConflict = () =>
      json({ message: "You've listened on another device since.", progress: otherDevice }, 409);
    const app = openApp("/audiobook", { ...api(), "POST /api/audiobook-progress": respondConflict });
    await waitUntilReady();
    await app.user.click(screen.getByRole("button", { name: "Forward 30 seconds" }));
    expect(await screen.findByText(/On your phone, 2 hours ago: The River Bank/)).toBeTruthy();
    await app.user.click(screen.getByRole("button", { name: "Go there" }));
    expect(await screen.findByText("3:20 / 8:50:00")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Stay here" })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Play" }));
  });

  test("moves focus to the play button when undo disappears", async () => {
    const { user } = openApp("/audiobook", api());
    await waitUntilReady();
    fireEvent.change(screen.getByRole("slider", { name: "Seek in the whole book" }), { target: { value: "5000" } });
    await user.click(screen.getByRole("button", { name: "Undo: back to 1:02:02" }));
    expect(await screen.findByText("1:02:02 / 8:50:00")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Play" }));
  });

  test("says on other pages too that the position isn't being saved", async () => {
    const app = openApp("/audiobook", { ...api(), "POST /api/audiobook-progress": () => json({ message: "no" }, 500) });
    await app.user.click(await waitUntilReady());
    await app.user.click(screen.getByRole("button", { name: "Forward 30 seconds" }));
    await screen.findByText("Error Saving Progress");
    await app.user.click(screen.getAllByRole("link", { name: "Home" })[0] as HTMLElement);
    const miniPlayer = within(await screen.findByRole("region", { name: "Audiobook" }));
    expect(miniPlayer.getByText("Your place isn't being saved")).toBeTruthy();
    Object.assign(app.api, api());
    await app.user.click(miniPlayer.getByRole("button", { name: /Pause|Play/ }));
    expect(await miniPlayer.findByText(/^The Open Road/)).toBeTruthy();
  });

  test("toasts the end of the book and says when the meeting is", async () => {
    const read = { listening: null, reading: null, paper: null, reached: 1, offer: null, pace: 1500, left: {} };
    const last = { "GET /api/audiobook-progress": { ...saved, currentTime: 31_795 }, "GET /api/books/7/place": read };
    openApp("/audiobook", { ...api(), ...last });
    const finishText = await screen.findByText("Cheers, you finished it!");
    const card = within(finishText.closest("output") as HTMLElement);
    expect(
      await card.findByText(
        /^We meet to talk about The Wind in the Willows: Sat, .*, at 7:00 PM(?: \(.+ your time\))?\.$/,
      ),
    ).toBeTruthy();
  });

  test("lists the chapters, marks the current one, and opens another", async () => {
    const { user } = openApp("/audiobook", api());
    await waitUntilReady();
    const rows = within(screen.getByRole("tabpanel")).getAllByRole("button");
    expect(rows.map((row) => row.getAttribute("aria-current"))).toEqual([null, "true"]);
    await user.click(screen.getByRole("button", { name: /The River Bank/ }));
    expect(await screen.findByText("0:00 / 8:50:00")).toBeTruthy();
  });

  test("lists chapters that begin at the same second", async () => {
    const chapters = [{ title: "Dedication", start: 0 }, ...narratedBook.chapters];
    openApp("/audiobook", { ...api(), "GET /api/books/current": { ...narratedBook, chapters } });
    await waitUntilReady();
    expect(within(screen.getByRole("tabpanel")).getAllByRole("button")).toHaveLength(3);
    expect(consoleError.mock.calls.flat().map(String).join()).not.toContain("same key");
  });

  test("is one Tab stop at the current chapter, arrows move on", async () => {
    const { user } = openApp("/audiobook", api());
    await waitUntilReady();
    screen.getByRole("tab", { name: "Chapters" }).focus();
    await user.tab();
    await user.tab();
    expect(document.activeElement?.textContent).toContain("The Open Road");
    await user.keyboard("{ArrowUp}{ArrowUp}");
    expect(document.activeElement?.textContent).toContain("The River Bank");
    await user.keyboard("{End}{Home}");
    expect(document.activeElement?.textContent).toContain("The River Bank");
    await user.tab();
    expect(document.activeElement?.textContent).toBe("Talk about it");
  });

  test("adds a jump's previous position to an open history", async () => {
    const app = openApp("/audiobook", api());
    await waitUntilReady();
    await app.user.click(screen.getByRole("tab", { name: "History" }));
    expect(await screen.findByText(/Nothing yet/)).toBeTruthy();
    app.api["GET /api/audiobook-progress/history"] = [
      { id: 1, currentTime: 3722, chapter: 1, leftAt: "2026-01-01T10:00:00Z", device: null },
    ];
    await app.user.click(screen.getByRole("button", { name: "Previous chapter" }));
    expect(await screen.findByText("Go back")).toBeTruthy();
  });

  test("follows keyboard shortcuts", async () => {
    const { user } = openApp("/audiobook", api());
    await waitUntilReady();
    await user.keyboard("{ArrowRight}");
    expect(screen.getByText("1:02:32 / 8:50:00")).toBeTruthy();
    await user.keyboard("]]");
    expect(screen.getByRole("button", { name: "Playback speed 1.1×" })).toBeTruthy();
    await user.keyboard("?");
    expect(await screen.findByRole("dialog")).toBeTruthy();
  });

  test("follows shortcuts on a slider, except its own arrows", async () => {
    openApp("/audiobook", api());
    await waitUntilReady();
    const slider = screen.getByRole("slider", { name: "Seek in the whole book" });
    const isKeyHandled = (key: string) => !fireEvent.keyDown(slider, { key });
    expect([" ", "m", "[", "]", "ArrowLeft"].map(isKeyHandled)).toEqual([true, true, true, true, false]);
  });
});
