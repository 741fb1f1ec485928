import type { Page } from "playwright-core";

import { RESPONSES_ID } from "#contract/first-paint.ts";
import { apiClient } from "#tests/support/api-client.ts";
import type { startDemoClub } from "#tests/support/demo.ts";

import { profileScreens, visitorScreens } from "./account-screens.ts";
import { adminScreens } from "./admin-screens.ts";
import { fileScreens } from "./file-screens.ts";
import { monthScreens } from "./month-screens.ts";
import { readerScreens } from "./reader-screens.ts";
import { empty, failCall, hang, member, openTab, press, reply, respond, type Screen, shown, steps } from "./screen.ts";
import { talkScreens } from "./talk-screens.ts";

type Demo = Awaited<ReturnType<typeof startDemoClub>>["demo"];

const addItem = async (page: Page) => {
  if (!(await page.getByRole("button", { name: "Cancel" }).isVisible())) await press("Add Item")(page);
};

/**
 * The page's clock is added to every frame, but the mail preview's sandbox blocks scripts. A screen shows a failed
 * save.
 */
export const EXPECTED_ERRORS =
  /^Blocked script execution in '[^']*\/api\/email\/preview\/|^Failed to save the position ApiError: 500/;

/** A day in each season, on which the palette depends. */
export const SEASONS = { winter: "2027-01-10", spring: "2027-04-10", summer: "2027-07-10", fall: "2026-11-10" };
export const THEMES = ["light", "dark"] as const;

/** Every screen in each of its states, in the contact sheet's order. */
export function screens({ invitation }: Demo): Screen[] {
  return [
    ...visitorScreens(invitation.code),
    ...memberScreens,
    ...profileScreens,
    ...readerScreens,
    ...adminScreens,
    ...monthScreens,
    ...fileScreens,
    ...talkScreens,
    ...emptyScreens,
  ];
}

/** Signs in for a browser context. @throws Error if the sign-in fails */
export async function sessionCookie(url: string, username: string, password: string) {
  const { cookie } = await apiClient(url).admitted("/api/auth/login", { username, password });
  const [, name = "", value = ""] = /\b(session(?:-\d+)?)=([^;]+)/.exec(cookie) ?? [];
  return { name, value, url };
}

/** Opens a screen, puts it into its state and waits until it is idle. */
export async function openScreen(page: Page, screen: Screen): Promise<void> {
  page.setDefaultTimeout(8000);
  if (screen.respond) {
    await screen.respond(page);
    await dropPageResponses(page);
  }
  await page.goto(screen.path);
  // a hanging call never lets the network become idle
  await page.waitForLoadState("networkidle", { timeout: screen.isWaiting ? 1500 : 30_000 }).catch((error: unknown) => {
    if (!screen.isWaiting) throw error;
  });
  await screen.prepare?.(page);
}

/** Otherwise the page would show its embedded responses instead of a test's. */
export async function dropPageResponses(page: Page): Promise<void> {
  await page.addInitScript((id) => {
    new MutationObserver(() => document.getElementById(id)?.remove()).observe(document, {
      childList: true,
      subtree: true,
    });
  }, RESPONSES_ID);
}

const memberScreens: Screen[] = [
  member("home", "/"),
  member("home adding", "/", { prepare: addItem }),
  member("home removed", "/", {
    // closing the page deletes the post, which the next season needs
    respond: (page) =>
      page.route("**/api/posts/*", (route) =>
        route.request().method() === "DELETE" ? route.fulfill({ status: 204 }) : route.fallback(),
      ),
    prepare: steps(press(/^Show all/), press(/^Delete/)),
  }),
  member("home menu", "/", { prepare: (page) => page.getByRole("button", { name: /^Account:/ }).click() }),
  member("home loading", "/", hang("**/api/{content,books/current,meetings/current,posts*}")),
  member("home error", "/", { respond: failCall("**/api/{content,books/current,meetings/current,posts*}", 503) }),
  member("home reminder", "/", {
    respond: respond<object>("**/api/auth/user", (user) => ({ ...user, passwordIsTemporary: true })),
  }),
  member("ebook", "/ebook"),
  member("audiobook", "/audiobook"),
  member("audiobook speeds", "/audiobook", { prepare: press("More speeds") }),
  member("audiobook shortcuts", "/audiobook", { prepare: (page) => page.keyboard.press("Shift+?"), isWindow: true }),
  member("audiobook loading", "/audiobook", hang("**/api/audiobook-progress*")),
  member("audiobook save error", "/audiobook", {
    respond: (page) => page.route("**/api/audiobook-progress", (route) => route.fulfill({ status: 500, body: "" })),
    prepare: steps(press("Forward 30 seconds"), shown("Error Saving Progress")),
  }),
  member("audiobook bookmarks", "/audiobook", {
    respond: async (page) => {
      const bookmarks = [
        [31, 1, "The parcel. Who sent it?"],
        [212, 1, ""],
        [305, 2, `Read this aloud at the meeting: ${"“Nobody opens it alone.” ".repeat(6)}`],
      ].map(([currentTime, chapter, note], id) => ({
        id,
        bookId: 1,
        currentTime,
        chapter,
        note,
        createdAt: "2026-11-09",
      }));
      await page.route("**/api/bookmarks?*", (route) =>
        route.fulfill({ json: bookmarks.filter(({ id }) => id !== deleted) }),
      );
      let deleted: number | null = null;
      await page.route(/\/api\/bookmarks(\/\d+)?$/, async (route) => {
        if (route.request().method() !== "DELETE") return route.abort();
        deleted = 0;
        return route.fulfill({ status: 204 });
      });
    },
    prepare: async (page) => {
      await page.getByRole("tab", { name: "Bookmarks" }).click();
      await page.getByLabel("Note", { exact: true }).fill("Nine endings, and one is missing");
      await page.getByRole("button", { name: /^Bookmark / }).click();
      await page.getByText("Only on this device").waitFor();
      await page
        .getByRole("button", { name: /^Remove the bookmark/ })
        .first()
        .click();
      await page.getByText("Undo: bookmark at").waitFor();
    },
  }),
  member("audiobook history", "/audiobook", {
    respond: reply("**/api/audiobook-progress/history*", [
      { id: 0, currentTime: 412, chapter: 3, leftAt: "2026-11-10T07:40:00Z", device: "Phone" },
      { id: 1, currentTime: 96, chapter: 1, leftAt: "2026-11-09T22:15:00Z", device: null },
      { id: 2, currentTime: 305, chapter: 2, leftAt: "2026-10-31T18:05:00Z", device: "Windows computer" },
    ]),
    prepare: openTab("History"),
  }),
  member("help", "/help"),
  member("privacy", "/privacy"),
  member("not found", "/no-such-page"),
];

const tab = (key: string) => `/admin?tab=${key}`;
const emptyScreens: Screen[] = [
  empty("empty home", "/"),
  empty("empty ebook", "/ebook"),
  empty("empty audiobook", "/audiobook"),
  empty("empty talk", "/talk"),
  empty("empty admin book", tab("book")),
  empty("empty admin ebook", tab("ebook")),
  empty("empty admin users", tab("users")),
];
