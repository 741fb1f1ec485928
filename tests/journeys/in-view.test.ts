import { afterAll, beforeAll, expect, test } from "bun:test";

import { decode } from "fast-png";
import type { Locator, Page } from "playwright-core";

import { LAST_SEEN_HEADER } from "#contract/headers.ts";
import type { Meeting } from "#contract/meetings.ts";
import type { Contents } from "#contract/reading.ts";
import { uploadAt } from "#tests/screens/admin-states.ts";
import { choose, failCall, respond } from "#tests/screens/screen.ts";
import { dropPageResponses, sessionCookie } from "#tests/screens/screens.ts";
import { apiClient } from "#tests/support/api-client.ts";
import { isNight } from "#tests/support/at-night.ts";
import { atLocalhost, openBrowser, screenshot } from "#tests/support/browser.ts";
import { startDemoClub } from "#tests/support/demo.ts";
import { UNREACHABLE } from "#tests/support/expected-console-errors.ts";

import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";

let club: Awaited<ReturnType<typeof startDemoClub>>;
const browser = await openBrowser({ provoked: new RegExp(`${UNREACHABLE.source}|status of 500`) });
beforeAll(async () => void (club = await startDemoClub()));
afterAll(async () => {
  await browser.close();
  await club.stop();
});

const PHONE = { width: 360, height: 740, touch: true };

async function signedIn(username: string, view: object = PHONE): Promise<Page> {
  const page = await browser.page({ club, ...view });
  await page.context().addCookies([await sessionCookie(club.url, username, DEMO_PASSWORD)]);
  return page;
}

async function edges(part: Locator): Promise<{ top: number; bottom: number }> {
  await part.waitFor();
  const box = await part.boundingBox();
  if (!box) throw new Error("It isn't there");
  return { top: box.y, bottom: box.y + box.height };
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("the club's name leaves room for an admin's tabs", async () => {
  const page = await signedIn("margit", { width: 1024, height: 700 });
  await page.goto("/hosts");
  await page.getByRole("link", { name: "Admin" }).waitFor();
  const header = page.getByRole("banner");
  const nameEnd = await header
    .locator("a span")
    .first()
    .evaluate((name) => {
      const range = document.createRange();
      range.selectNodeContents(name);
      return range.getBoundingClientRect().right;
    });
  const tabs = await header.getByRole("list").boundingBox();
  expect(nameEnd).toBeLessThan(tabs?.x ?? 0);
  expect((await header.boundingBox())?.height).toBeLessThan(90);
  await page.context().close();
});

test("a note can be sent without scrolling, above the mini player", async () => {
  const page = await signedIn("teo");
  await page.goto("/talk");
  const player = page.getByRole("region", { name: "Audiobook" });
  await player.waitFor();
  await page.getByLabel("Your note").tap();
  expect((await edges(button(page, "Send"))).bottom).toBeLessThanOrEqual((await edges(player)).top);
  await screenshot(page, "talk-send");
  await page.context().close();
});

test("the sign-in page's links are in a laptop's window", async () => {
  const page = await browser.page({ club: atLocalhost(club), width: 1280, height: 720 });
  await page.goto("/auth");
  await button(page, "Sign in with a passkey").waitFor();
  for (const name of ["Don't have an account? Register now", "Use a code from another device"])
    expect((await edges(button(page, name))).bottom).toBeLessThanOrEqual(720);
  await page.context().close();
});

test("held sideways, the first field to sign in is in the window", async () => {
  const page = await browser.page({ club, width: 844, height: 390, touch: true });
  await page.goto("/auth");
  expect((await edges(page.getByLabel("Username"))).bottom).toBeLessThanOrEqual(390);
  await page.context().close();
});

test("a rejected registration's message doesn't cover Register", async () => {
  const page = await browser.page({ club, width: 1280, height: 800 });
  await page.goto("/auth?invite=AAAA-BBBB-CCCC-DDDD");
  await page.getByLabel("Username").fill("late");
  await page.getByLabel("Email").fill("late@example.org");
  await page.getByLabel("Password", { exact: true }).fill("seven chapters");
  await button(page, "Register").click();
  const toast = page.locator("[data-sonner-toast]", { hasText: "Registration failed" });
  const [toastBox, buttonBox] = [await toast.boundingBox(), await button(page, "Register").boundingBox()];
  expect((toastBox?.x ?? 0) + (toastBox?.width ?? 0)).toBeLessThan(buttonBox?.x ?? 0);
  await screenshot(page, "registration-failed");
  await page.context().close();
});

test("the header doesn't cover that the club can't be reached", async () => {
  const page = await signedIn("teo");
  // as the service worker responds
  await page.route("**/api/**", async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), [LAST_SEEN_HEADER]: new Date().toISOString() };
    await route.fulfill({ response, headers });
  });
  await page.goto("/shelf");
  await page.getByRole("link", { name: "Wines" }).tap();
  const notice = page.getByText(/^Can't reach the club\. Last updated /);
  expect((await edges(notice)).top).toBeGreaterThanOrEqual((await edges(page.getByRole("banner"))).bottom);
  await screenshot(page, "unreachable");
  await page.context().close();
});

test("a phone without a network says so on the pages it opens", async () => {
  const local = atLocalhost(club);
  const page = await browser.page({ club: local, ...PHONE, serviceWorker: true });
  await page.context().addCookies([await sessionCookie(local.url, "teo", DEMO_PASSWORD)]);
  const paths = isNight ? ["/", "/talk", "/shelf"] : ["/"];
  for (const path of paths) {
    await page.goto(path);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await page.waitForLoadState("networkidle");
  }
  await page.context().setOffline(true);
  for (const path of paths) {
    await page.goto(path);
    const notice = page.getByText("You're offline.");
    await notice.waitFor();
    // stored responses that arrive later could move it
    await page.waitForLoadState("networkidle");
    const [{ top }, { bottom }] = [await edges(notice), await edges(page.getByRole("banner"))];
    expect([path, Math.max(top, bottom), await page.evaluate(() => scrollY)]).toEqual([path, top, 0]);
  }
  await screenshot(page, "offline-shelf");
  await page.context().close();
});

test("Home opens at its top if it grew since the last visit", async () => {
  const local = atLocalhost(club);
  const { call } = await apiClient(club.url).admitted("/api/auth/login", {
    username: "margit",
    password: DEMO_PASSWORD,
  });
  const meeting: Meeting = await (await call("GET", "/api/meetings/current")).json();
  await call("DELETE", `/api/meetings/${meeting.id}/dates`);
  const page = await browser.page({ club: local, ...PHONE, serviceWorker: true });
  await page.context().addCookies([await sessionCookie(local.url, "teo", DEMO_PASSWORD)]);
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await page.waitForLoadState("networkidle");
  const meetingLocation = "The cellar, down the stairs behind the house. ".repeat(6).trim();
  await call("PATCH", "/api/content", { meetingLocation });
  const nextVisit = await page.context().newPage();
  await nextVisit.clock.setFixedTime(new Date());
  await nextVisit.goto("/");
  await nextVisit.getByText(meetingLocation).waitFor();
  await nextVisit.waitForLoadState("networkidle");
  expect(await nextVisit.evaluate(() => scrollY)).toBe(0);
  await page.context().close();
});

test("closes menus, not the page, by the back button of Android", async () => {
  const page = await signedIn("teo");
  await page.goto("/audiobook");
  // the browser closes by Escape what Android closes by its back button, if no script handles the key
  await page.evaluate(() =>
    addEventListener("keydown", (event) => event.isTrusted && event.stopImmediatePropagation(), true),
  );
  for (const [button, content] of [
    [/^Account:/, page.getByRole("menuitem", { name: "Sign out" })],
    ["Sleep timer", page.getByRole("menuitem", { name: "15 minutes" })],
    ["More speeds", page.getByRole("slider", { name: "Speed" })],
  ] as const) {
    await page.getByRole("button", { name: button }).tap();
    await content.waitFor();
    await page.keyboard.press("Escape");
    await content.waitFor({ state: "detached" });
  }
  expect(new URL(page.url()).pathname).toBe("/audiobook");
  await page.context().close();
});

test("the three answers to a meeting are on one line", async () => {
  const page = await signedIn("teo");
  await respond<Meeting>("**/api/meetings/current", (meeting) => ({ ...meeting, dates: [], mine: null }))(page);
  await dropPageResponses(page);
  await page.goto("/");
  for (const width of [320, 360, 390, 393, 407, 409, 430]) {
    await page.setViewportSize({ width, height: 740 });
    const answers = ["I'm coming", "Maybe", "I can't"].map((answer) => edges(button(page, answer)));
    expect([width, new Set((await Promise.all(answers)).map(({ top }) => top)).size]).toEqual([width, 1]);
  }
  await screenshot(page, "answers");
  await page.context().close();
});

test("a chapter title of long words doesn't widen the talk", async () => {
  const page = await signedIn("teo");
  const title = "Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnung";
  await respond<Contents>("**/api/books/*/contents", (contents) => ({
    ...contents,
    toc: contents.toc.map((entry) => ({ ...entry, title })),
  }))(page);
  await dropPageResponses(page);
  await page.goto("/talk");
  await page.getByText(`You're here: ${title}`).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  await screenshot(page, "talk-long-title");
  await page.context().close();
});

test("the mini player's warning isn't cut off", async () => {
  const page = await signedIn("teo");
  await page.goto("/");
  const player = page.getByRole("region", { name: "Audiobook" });
  await failCall("**/api/audiobook-progress", 500)(page);
  await player.getByRole("button", { name: "Back 30 seconds" }).tap();
  const warning = player.getByText("Your place isn't being saved");
  await warning.waitFor();
  const hasHiddenText = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) =>
    scrollWidth > clientWidth || scrollHeight > clientHeight;
  expect(await warning.evaluate(hasHiddenText)).toBe(false);
  await screenshot(page, "player-warning");
  await page.context().close();
});

test("an upload's progress bar has the season's color", async () => {
  const page = await signedIn("margit");
  await uploadAt(0.4)(page);
  await page.goto("/admin?tab=audiobook");
  const file = { name: "The Green Chair.m4b", mimeType: "audio/mp4", buffer: Buffer.alloc(1000) };
  await choose("Audiobook file", file)(page);
  await page.getByText("40%").waitFor();
  const bar = page.getByRole("progressbar", { name: "Uploading" });
  const season = await bar.evaluate((element) => {
    element.style.color = "var(--season)";
    return getComputedStyle(element).color;
  });
  const { data, width, height, channels } = decode(await bar.screenshot());
  const pixel = data.slice(channels * (width * (height >> 1) + 10)).slice(0, 3);
  expect(`rgb(${[...pixel].join(", ")})`).toBe(season);
  await page.context().close();
});

test("held sideways, the audio is beside the place in the book", async () => {
  const page = await signedIn("teo");
  await page.setViewportSize({ width: 740, height: 360 });
  await page.goto("/read");
  const play = await edges(page.getByRole("button", { name: /^(?:Play|Listen from here)$/ }));
  const slider = await edges(page.getByLabel("Place in the book"));
  expect(slider.top).toBeLessThan(play.bottom);
  await screenshot(page, "reader-sideways");
  await page.context().close();
});

test("a message leaves the header free on a phone", async () => {
  const page = await signedIn("teo");
  await page.route("**/api/wines", (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 503, json: { message: "Busy" } }) : route.fallback(),
  );
  await page.goto("/wines");
  await button(page, "Suggest a wine").tap();
  await page.getByLabel("Wine", { exact: true }).fill("Port");
  await button(page, "Add wine").tap();
  const toast = page.locator("[data-sonner-toast][data-mounted=true]");
  await toast.waitFor();
  await toast.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
  expect((await edges(toast)).top).toBeGreaterThan((await edges(page.getByRole("banner"))).bottom);
  await page.context().close();
});

test("held sideways, two thirds of the window are the page's", async () => {
  const page = await signedIn("teo", { width: 667, height: 375, touch: true });
  await page.goto("/talk");
  const player = await edges(page.getByRole("region", { name: "Audiobook" }));
  expect(player.top - (await edges(page.getByRole("banner"))).bottom).toBeGreaterThan(250);
  await page.context().close();
});

test("with large type, an offer leaves half of the book", async () => {
  const page = await signedIn("teo");
  await page.goto("/read");
  await button(page, "Stay here").waitFor();
  await page.evaluate(() => void (document.documentElement.style.fontSize = "200%"));
  expect((await edges(page.locator("[data-bar=bottom]"))).top).toBeGreaterThan(PHONE.height / 2 - 1);
  await page.context().close();
});
