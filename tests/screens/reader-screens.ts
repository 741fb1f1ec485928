import type { Page } from "playwright-core";

import { showBars } from "#tests/support/reader-page.ts";

import { member, reply, type Screen, shown } from "./screen.ts";

const readerScreen = (name: string, state: Pick<Screen, "respond" | "prepare">) =>
  member(name, "/read", { ...state, isWindow: true });

const panel =
  (name: string, action: (page: Page) => Promise<unknown> = async () => undefined) =>
  async (page: Page) => {
    await page.locator("[data-bar=top]").waitFor();
    await showBars(page);
    await page.getByRole("button", { name, exact: true }).click();
    await page.getByRole("heading", { name }).waitFor();
    await action(page);
  };

const bookmarks = [
  { fraction: 0.05, quote: "", note: "" },
  { fraction: 0.2, quote: "“Nobody opens it alone.” ".repeat(9).trim(), note: "Read this aloud at the meeting" },
  { fraction: null, currentTime: 212, quote: "", note: "The parcel. Who sent it?" },
].map((mark, index) => ({
  currentTime: null,
  locator: null,
  ...mark,
  id: index + 1,
  bookId: 1,
  chapter: 0,
  createdAt: "2026-11-09T12:00:00Z",
}));

export const readerScreens: Screen[] = [
  readerScreen("read page", {
    prepare: async (page) => {
      await page.locator("[data-bar=top]").waitFor();
      // the bars fade out
      await page.waitForTimeout(3000);
    },
  }),
  readerScreen("read bars", { prepare: (page) => page.locator("[data-bar=top]").waitFor() }),
  readerScreen("read contents", { prepare: panel("Contents") }),
  readerScreen("read search", {
    prepare: panel("Search in the book", async (page) => {
      await page.getByLabel("Search this book").fill("parcel");
      await page.getByText(/^\d+ places$/).waitFor();
    }),
  }),
  readerScreen("read marks", {
    respond: reply("**/api/bookmarks?*", bookmarks),
    prepare: panel("Bookmarks and highlights"),
  }),
  readerScreen("read settings", { prepare: panel("Display settings") }),
  readerScreen("read error", {
    respond: (page) => page.route("**/text/**", (route) => route.abort()),
    prepare: shown("We couldn't load this part of the book"),
  }),
];
