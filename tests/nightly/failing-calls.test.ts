import { afterAll, beforeAll, expect, test } from "bun:test";

import type { Page, Route } from "playwright-core";

import { dropPageResponses, sessionCookie } from "#tests/screens/screens.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { ADMIN_PASSWORD, type RunningClub, startClub } from "#tests/support/executable.ts";
import { signedIn } from "#tests/support/large-upload.ts";

// Component tests cover every failure of every call (tests/failing-calls.test.tsx). These use a real network.

let club: RunningClub;
// every call fails on purpose, and the app logs some errors
const browser = await openBrowser({ provoked: /./ });
beforeAll(async () => {
  club = await startClub();
  await signedIn(club);
}, 300_000);
afterAll(async () => {
  await browser.close();
  await club.stop();
});

type RouteFailures = Record<string, (route: Route) => Promise<void>>;
const REJECTED: RouteFailures = {
  "500 with nothing": (route) => route.fulfill({ status: 500, body: "" }),
};
const ROUTE_FAILURES: RouteFailures = {
  ...REJECTED,
  "no network": (route) => route.abort("internetdisconnected"),
  "a connection that breaks": (route) => route.abort("connectionreset"),
  "a web page with 200": (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html><p>Wi-Fi</p>" }),
  "half an answer": (route) => route.fulfill({ contentType: "application/json", body: '{"id":1,"con' }),
};
type Attempt = {
  call: string;
  path: string;
  isSignedIn: boolean;
  /** Fields by label with their texts, which must remain. */
  typed: Record<string, string>;
  open?: string;
  button: string;
  says: RegExp;
  /** Without a response it's queued on the device; the journeys of offline use test that. */
  waits?: true;
  /** In the toast; undefined if the page shows the typed text instead. */
  done?: string;
};
const attempts: Attempt[] = [
  {
    call: "**/api/auth/login",
    path: "/auth",
    isSignedIn: false,
    typed: { Username: "ada", Password: ADMIN_PASSWORD },
    button: "Login",
    says: /Please check your credentials|Login failed with status 500/,
    done: "Login successful",
  },
  {
    call: "**/api/posts",
    path: "/",
    isSignedIn: true,
    typed: { "Your item": "A list of cheeses" },
    open: "Add Item",
    button: "Post",
    waits: true,
    says: /Failed to add your post\. Please try again\./,
    done: "Your post has been added",
  },
  {
    call: "**/api/content",
    path: "/admin",
    isSignedIn: true,
    typed: { "Welcome Message": "Welcome to the long evenings." },
    button: "Save Content",
    says: /Failed to update content\./,
    done: "Content updated successfully",
  },
  {
    call: "**/api/books/1/notes",
    path: "/talk",
    isSignedIn: true,
    typed: { "Your note": "Poor Miss Bates" },
    button: "Send",
    waits: true,
    says: /Your note wasn't sent\. Please try again\./,
  },
  {
    call: "**/api/books/1/review",
    path: "/shelf/1",
    isSignedIn: true,
    typed: { "A few words, if you like": "Badly done, Emma" },
    button: "Save review",
    waits: true,
    says: /Your review wasn't saved\. Please try again\./,
    done: "Your review has been saved.",
  },
  {
    call: "**/api/nominations",
    path: "/recommendations",
    isSignedIn: true,
    typed: { Title: "Persuasion", Author: "Jane Austen" },
    open: "Nominate a book",
    button: "Nominate",
    says: /Your nomination wasn't saved\. Please try again\./,
    done: "Your nomination is in.",
  },
  {
    call: "**/api/wines",
    path: "/wines",
    isSignedIn: true,
    typed: { Wine: "Chablis" },
    open: "Suggest a wine",
    button: "Add wine",
    waits: true,
    says: /Your suggestion wasn't saved\. Please try again\./,
    done: "Your suggestion is in.",
  },
];

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const toast = (page: Page, text: string | RegExp) =>
  page.locator("[data-sonner-toast][data-removed=false]").filter({ hasText: text }).waitFor();

test.each(attempts)(
  "shows the specified text after each failure of $call",
  async ({ call, path, isSignedIn, typed, open, button, says, waits, done }) => {
    const page = await browser.page({ club });
    if (isSignedIn) await page.context().addCookies([await sessionCookie(club.url, "ada", ADMIN_PASSWORD)]);
    await page.goto(path);
    if (open) await page.getByText(open, { exact: true }).click();
    for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text);
    for (const [name, failure] of Object.entries(waits ? REJECTED : ROUTE_FAILURES)) {
      await page.unroute(call);
      await page.route(call, (route) => (route.request().method() === "GET" ? route.fallback() : failure(route)));
      const sentRequest = page.waitForRequest(
        (request) => request.method() !== "GET" && request.url().endsWith(call.slice(2)),
      );
      await press(page, button);
      await sentRequest;
      await toast(page, says);
      for (const [label, text] of Object.entries(typed))
        expect(await page.getByLabel(label, { exact: true }).inputValue(), name).toBe(text);
    }
    await page.unroute(call);
    await press(page, button);
    if (done) await toast(page, done);
    else for (const text of Object.values(typed)) await page.locator("li", { hasText: text }).waitFor();
    await page.context().close();
  },
);

test("says so when a part fails, and loads it on 'Try again'", async () => {
  const page = await browser.page({ club });
  await page.context().addCookies([await sessionCookie(club.url, "ada", ADMIN_PASSWORD)]);
  await dropPageResponses(page);
  const data = "**/api/{posts*,content,books/current,meetings/current}";
  for (const failure of Object.values(ROUTE_FAILURES)) {
    await page.route(data, failure);
    await page.goto("/");
    for (const what of ["the board", "the current book", "the meeting"])
      await page.getByText(`We couldn't load ${what}`).waitFor();
    await page.unroute(data);
  }
  const retryButton = page.getByRole("button", { name: "Try again" }).first();
  for (let tries = 0; tries < 50 && (await retryButton.isVisible()); tries += 1) {
    // the result of another one may have removed it
    await retryButton.click({ timeout: 1000 }).catch(() => undefined);
    await page.waitForTimeout(50);
  }
  await page.getByText("A list of cheeses").waitFor();
  expect(await page.getByText("We couldn't load").count()).toBe(0);
  await page.context().close();
});
