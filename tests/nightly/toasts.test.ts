import { afterAll, beforeAll, expect, test } from "bun:test";

import type { Page } from "playwright-core";

import { sessionCookie } from "#tests/screens/screens.ts";
import { openBrowser, screenshot } from "#tests/support/browser.ts";
import { ADMIN_PASSWORD, type RunningClub, startClub } from "#tests/support/executable.ts";

const NOW = new Date("2026-11-10T17:00:00Z");
const QUESTION = "What are you bringing to the meeting?";

let club: RunningClub;
const browser = await openBrowser();
beforeAll(async () => {
  club = await startClub();
  await club.makeAdmin();
  const registration = { username: "mia", email: "mia@example.org", password: "two chapters" };
  const body = JSON.stringify({ ...registration, invitationCode: await club.invite(1) });
  const headers = { "content-type": "application/json" };
  await fetch(`${club.url}/api/auth/register`, { method: "POST", headers, body });
}, 300_000);
afterAll(async () => {
  await browser.close();
  await club.stop();
});

/** The admin's page with a controlled clock. */
async function open(path: string, width = 1280): Promise<Page> {
  const page = await browser.page({ club, width, now: NOW.toISOString() });
  await page.context().addCookies([await sessionCookie(club.url, "ada", ADMIN_PASSWORD)]);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(path);
  return page;
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();
/** All except fading ones. */
const toasts = (page: Page) => page.locator("[data-sonner-toast][data-removed=false]");
const stopClock = (page: Page) => page.clock.pauseAt(new Date(NOW.getTime() + 3_600_000));

/** Opens the board's form, whose posts each fail with a different message. */
async function openForm(page: Page): Promise<void> {
  let failCall = 0;
  await page.route("**/api/posts", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 503, json: { message: `Fault ${(failCall += 1)}` } })
      : route.fallback(),
  );
  await press(page, "Add Item");
  await page.getByPlaceholder(QUESTION).fill("Figs");
}

/** Advances the clock in small steps until the page's toast shows the text. */
async function runUntil(page: Page, text: string): Promise<void> {
  for (let step = 0; step < 200; step += 1) {
    if ((await toasts(page).filter({ hasText: text }).count()) > 0) return;
    await page.clock.runFor(20);
  }
  throw new Error(`No toast '${text}'`);
}

/** Expects the toast to stay for so many milliseconds, and no longer. */
async function expectToLast(page: Page, milliseconds: number): Promise<void> {
  // it appeared up to a step ago, and the page needs a moment to remove it
  await page.clock.runFor(milliseconds - 100);
  expect(await toasts(page).count()).toBe(1);
  await page.clock.runFor(500);
  expect(await toasts(page).count()).toBe(0);
}

test("shows one toast for three errors, five seconds (X07)", async () => {
  const page = await open("/");
  await openForm(page);
  await stopClock(page);
  for (const failCall of ["Fault 1", "Fault 2", "Fault 3"]) {
    await press(page, "Post");
    await runUntil(page, failCall);
    expect(await toasts(page).allInnerTexts()).toEqual([`Error\n\n${failCall}`]);
  }
  const box = await toasts(page).boundingBox();
  expect(box?.width).toBeLessThanOrEqual(420);
  await screenshot(page, "toast");
  await expectToLast(page, 5000);
  expect(await page.getByPlaceholder(QUESTION).inputValue()).toBe("Figs");
  await page.context().close();
});

test("moves focus by F8, and closes by a 50 px swipe (X07)", async () => {
  const page = await open("/");
  await openForm(page);
  await press(page, "Post");
  await toasts(page).waitFor();
  await page.keyboard.press("F8");
  expect(await page.evaluate(() => document.activeElement?.closest("section")?.getAttribute("aria-label"))).toStartWith(
    "Notifications",
  );
  await page.keyboard.press("Escape");

  await stopClock(page);
  const devTools = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
    devTools.send("Input.dispatchTouchEvent", { type, touchPoints });
  const swipe = async (pixels: number) => {
    const box = await toasts(page).boundingBox();
    if (!box) throw new Error("No toast to swipe");
    const [x, y] = [box.x + 40, box.y + box.height / 2];
    await touch("touchStart", [{ x, y }]);
    await touch("touchMove", [{ x: x + pixels / 2, y }]);
    // slowly, because a flick closes it too
    await page.clock.runFor(1000);
    await touch("touchMove", [{ x: x + pixels, y }]);
    await touch("touchEnd", []);
    await page.clock.runFor(400);
  };
  await press(page, "Post");
  await runUntil(page, "Fault 2");
  await swipe(20);
  expect(await toasts(page).count()).toBe(1);
  await swipe(50);
  expect(await toasts(page).count()).toBe(0);
  await page.context().close();
});

test("shows a reset for five and a copy for three seconds (X07)", async () => {
  const page = await open("/admin?tab=users", 360);
  await press(page, "Reset Password of mia");
  await stopClock(page);
  await press(page, "Reset password");
  await runUntil(page, "Password Reset Successful");
  // the dialog's buttons aren't covered
  const window = page.getByRole("dialog");
  const copyButton = window.getByRole("button", { name: "Copy", exact: true });
  let pausedMs = 0;
  for (; !(await copyButton.isVisible()); pausedMs += 20) await page.clock.runFor(20);
  await screenshot(page, "toast-over-window");
  const [toast, button] = [
    await toasts(page).boundingBox(),
    await page.getByRole("button", { name: "I've Copied the Password" }).boundingBox(),
  ];
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(button?.y ?? 0);
  expect(toast?.y).toBeGreaterThanOrEqual(0);
  await expectToLast(page, 5000 - pausedMs);

  await press(page, "Copy");
  await runUntil(page, "Password copied to clipboard");
  await expectToLast(page, 3000);
  const shownCode = await window.locator("code").innerText();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shownCode);
  expect(shownCode).toHaveLength(20);
  await page.context().close();
});

test("shows a notice for a slow call, and carries on (X06)", async () => {
  const page = await browser.page({ club, now: NOW.toISOString() });
  await page.context().addCookies([await sessionCookie(club.url, "ada", ADMIN_PASSWORD)]);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/api/wines", (route) => promise.then(() => route.continue()));
  await page.goto("/");
  // a page that is opened has embedded responses
  await page.getByRole("link", { name: "Wine Recommendations" }).click();
  await page.getByRole("heading", { level: 1, name: "Wine Recommendations" }).waitFor();
  const slowNotice = page.getByText("This is taking longer than usual.");
  expect(await slowNotice.count()).toBe(0);
  // the real eight seconds: a clock set forward would also trigger the timeouts of the browser's storage
  await slowNotice.waitFor();
  await screenshot(page, "slow");
  resolve();
  await page.getByText("No wines yet.").waitFor();
  await slowNotice.waitFor({ state: "detached" });
  await page.context().close();
}, 300_000);

test("shows plain toasts when a script fails to load", async () => {
  const page = await browser.page({ club });
  await page.route(/\/assets\/(?:toaster|account-menu-items)-/, (route) => route.abort());
  await page.goto("/auth");
  await page.getByLabel("Username").fill("ada");
  await page.getByLabel("Password", { exact: true }).fill("three chapters");
  await press(page, "Login");
  await page.getByRole("alert").filter({ hasText: "Login failed: Invalid username or password" }).waitFor();
  await page.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD);
  await press(page, "Login");
  await page.getByText("Login successful: Welcome back, ada!").waitFor();
  await press(page, "Add Item");
  await page.getByPlaceholder(QUESTION).fill("Figs");
  await page.unrouteAll();
  await page.getByRole("button", { name: /^Account:/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByText("Not saved: your post. This will be lost if you sign out.").waitFor();
  await press(page, "Stay here");
  expect(await page.getByPlaceholder(QUESTION).inputValue()).toBe("Figs");
  await page.context().close();
}, 300_000);

test("no page threw or broke the content security policy", () => {
  expect(browser.faults).toEqual([]);
});
