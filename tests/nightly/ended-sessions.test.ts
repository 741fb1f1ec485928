import { afterAll, expect, test } from "bun:test";

import type { Page } from "playwright-core";

import { sessionCookie } from "#tests/screens/screens.ts";
import { openBrowser, signIn } from "#tests/support/browser.ts";
import { startDemoClub } from "#tests/support/demo.ts";
import { epub } from "#tests/support/epub.ts";

import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";

const EXPIRED_MESSAGE = "Your session expired. Log in again in another tab, then come back: what you typed stays here.";

const club = await startDemoClub();
// an audiobook whose session has ended
const browser = await openBrowser({ provoked: /data source error|Format error/ });
afterAll(async () => {
  await browser.close();
  await club.stop();
});

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();
const toast = (page: Page, text: string) =>
  page.locator("[data-sonner-toast]").filter({ hasText: text }).first().waitFor();

async function open(username: string): Promise<Page> {
  const page = await browser.page({ club, serviceWorker: true });
  await page.context().addCookies([await sessionCookie(club.url, username, DEMO_PASSWORD)]);
  return page;
}

test("clears other tabs, history and storage on sign-out (X04)", async () => {
  const page = await open("leopold");
  const [otherPage, closedPage] = [await page.context().newPage(), await page.context().newPage()];
  for (const tab of [page, otherPage, closedPage]) {
    await tab.goto("/audiobook");
    await tab.getByRole("link", { name: "Home" }).click();
    await tab.getByRole("heading", { name: "Snacks & Drinks Board" }).waitFor();
  }
  await closedPage.goto("about:blank");
  await page.getByRole("button", { name: /^Account:/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  for (const tab of [page, otherPage, closedPage]) {
    if (tab !== closedPage) await tab.waitForURL((url) => url.pathname === "/auth");
    await tab.goBack();
    await tab.waitForURL((url) => url.pathname === "/auth");
    await tab.getByLabel("Username").waitFor();
    expect(await tab.evaluate(() => document.body.textContent)).not.toMatch(/Leopold|Last Chapter|Drinks Board/);
  }
  const storedText = await page.evaluate(async () => {
    const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        texts.push(
          request.url,
          request.url.includes("/api/") || request.url.endsWith("/") ? ((await answer?.text()) ?? "") : "",
        );
      }
    }
    for (const path of ["/api/posts", "/api/auth/user", "/api/content", "/api/books/current"]) {
      const answer = await fetch(path, { cache: "only-if-cached", mode: "same-origin" }).catch(() => null);
      if (answer?.ok) texts.push(await answer.text());
    }
    return texts.join("\n");
  });
  // the sign-in page fetches the club's public facts
  expect(storedText).not.toMatch(/leopold|Leopold|Last Chapter|\/api\/(?!club\b)/);
  await page.context().close();
});

/** Ends the session of an open page, like an expiry or an admin's reset. */
const endSession = (page: Page) => page.context().clearCookies();

/** Signs in again in another tab, as the page asks. */
async function signInElsewhere(page: Page, username: string): Promise<void> {
  const tab = await page.context().newPage();
  await signIn(tab, username, DEMO_PASSWORD);
  await tab.close();
}

test("keeps an admin's unsaved edits after the session (X05)", async () => {
  const page = await open("margit");
  await page.goto("/admin?tab=content");
  await page.getByLabel("Welcome Message").fill("A long welcome, thought over for an evening.");
  await page.getByRole("tab", { name: "Book Info" }).click();
  await page.getByLabel("Audiobook Narrator").fill("Ann Reader");
  await endSession(page);

  await press(page, "Save Book Information");
  await toast(page, `Failed to update book. ${EXPIRED_MESSAGE}`);
  await page.getByRole("tab", { name: "Content Management" }).click();
  await press(page, "Save Content");
  await toast(page, `Failed to update content. ${EXPIRED_MESSAGE}`);
  await page.getByRole("tab", { name: "eBook Files" }).click();
  const file = { name: "emma.epub", mimeType: "application/epub+zip", buffer: epub() };
  await page.getByLabel("eBook file", { exact: true }).setInputFiles(file);
  await toast(page, `Failed to upload eBook. ${EXPIRED_MESSAGE}`);

  await signInElsewhere(page, "margit");
  await page.getByLabel("eBook file", { exact: true }).setInputFiles(file);
  await toast(page, "eBook uploaded successfully");
  await page.getByRole("tab", { name: "Content Management" }).click();
  expect(await page.getByLabel("Welcome Message").inputValue()).toBe("A long welcome, thought over for an evening.");
  await press(page, "Save Content");
  await toast(page, "Content updated successfully");
  await page.getByRole("tab", { name: "Book Info" }).click();
  expect(await page.getByLabel("Audiobook Narrator").inputValue()).toBe("Ann Reader");
  await press(page, "Save Book Information");
  await toast(page, "Book updated successfully");
  await page.context().close();
}, 300_000);

test("keeps a member's unsaved edits after the session (X05)", async () => {
  const page = await open("teo");
  await page.goto("/profile");
  await page.getByLabel("Display name").fill("Teo M.");
  await page.getByLabel("Current password").fill(DEMO_PASSWORD);
  await page.getByLabel("New password").fill("another glass of port");
  await endSession(page);
  await press(page, "Change password");
  await toast(page, EXPIRED_MESSAGE);
  await press(page, "Save details");
  await toast(page, EXPIRED_MESSAGE);
  await signInElsewhere(page, "teo");
  expect(await page.getByLabel("New password").inputValue()).toBe("another glass of port");
  await press(page, "Save details");
  await toast(page, "Your details have been saved");

  await page.goto("/audiobook");
  await page.getByRole("tab", { name: "Bookmarks" }).click();
  await page.getByLabel("Note").fill("The lamp on the stairs");
  await endSession(page);
  await page.getByRole("button", { name: /^Bookmark \d/ }).click();
  await page.getByText(EXPIRED_MESSAGE).waitFor();
  await signInElsewhere(page, "teo");
  await page.getByRole("button", { name: /^Bookmark \d/ }).click();
  await page.getByText("The lamp on the stairs").waitFor();
  await page.context().close();
}, 300_000);

test("no page threw or broke the content security policy", () => {
  // the mini player's audio is rejected, too
  expect(browser.faults).toEqual([]);
});
