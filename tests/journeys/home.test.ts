import { beforeAll, expect, test } from "bun:test";

import type { Page } from "playwright-core";

import { localTime } from "#contract/zoned-time.ts";
import { type ApiClient, callAs, callAsAdmin, PASSWORD, register } from "#tests/support/api-client.ts";
import { atNight } from "#tests/support/at-night.ts";
import { startBrowserClub } from "#tests/support/browser-club.ts";
import { atLocalhost, expectAccessible, screenshot } from "#tests/support/browser.ts";
import { jsonOf } from "#tests/support/json.ts";
import { until } from "#tests/support/poll-until.ts";

const { browser, club } = await startBrowserClub();
let ada: ApiClient;
let meetingId: number;
beforeAll(async () => {
  ada = await callAsAdmin(club);
  for (const username of ["mia", "ben"]) await register(club, username);
  const today = localTime(new Date(), "America/New_York");
  const meetingDate = localTime(new Date(Date.now() + 6 * 86_400_000), "America/New_York").slice(0, 10);
  await jsonOf(
    ada.call("POST", "/api/books", {
      title: "Emma",
      author: "Jane Austen",
      month: today.slice(0, 7),
      synopsis: "Handsome, clever, and rich. ".repeat(20),
    }),
  );
  await ada.call("PATCH", "/api/content", { welcomeMessage: "Come in and sit down. ".repeat(40) });
  meetingId = (
    await jsonOf(ada.call("POST", "/api/meetings", { date: meetingDate, time: "19:00", location: "The cellar" }))
  ).id;
  await ada.call("POST", `/api/meetings/${meetingId}/needs`, { what: "Red wine", quantity: 1 });
});

async function open(view: object = {}): Promise<Page> {
  const phone = { club: atLocalhost(club), width: 390, height: 780, touch: true, ...view };
  const page = await browser.signedIn(phone, "mia", PASSWORD);
  return page;
}
const bottomOf = async (page: Page, name: string) => {
  const box = await page.getByRole("button", { name, exact: true }).boundingBox();
  return box ? box.y + box.height : Infinity;
};

test("shows the meeting and answers on a phone's first screen", async () => {
  const page = await open();
  await page.getByText("No posts yet.").waitFor();
  expect(await bottomOf(page, "I'm coming")).toBeLessThan(700);
  expect(await page.getByRole("button", { name: "Read more" }).count()).toBe(1);
  await expectAccessible(page);
  await screenshot(page, "home-first-visit");
  await page.context().close();
});

test.each(["while a finger is down", "after a tap"])("opens the account menu that loads %s", async (moment) => {
  const page = await open();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let isHeld = false;
  await page.route("**/assets/*.js", async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes("Sign out without saving?")) {
      isHeld = true;
      await released;
    }
    await route.fulfill({ response });
  });
  await page.reload();
  await until(() => isHeld);
  const button = page.getByRole("button", { name: /^Account:/ });
  const devTools = await page.context().newCDPSession(page);
  const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {};
  const point = { x: x + width / 2, y: y + height / 2 };
  const lift = () => devTools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await devTools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  if (moment === "after a tap") await lift();
  release();
  await until(async () => (await button.getAttribute("id"))?.startsWith("headlessui"));
  if (moment === "while a finger is down") await lift();
  await page.getByRole("menuitem", { name: "Sign out" }).waitFor();
  await page.context().close();
});

atNight("stacks a laptop's two columns without a gap", async () => {
  const page = await open({ width: 1280, height: 800, touch: false });
  const card = (title: string) =>
    page
      .getByRole("heading", { name: title, exact: true })
      .locator("xpath=ancestor::*[contains(@class, 'shadow-page')][1]");
  const leftColumn = ["Emma", "Still needed", "A Message from the Team"];
  const rightColumn = ["This Month's Meeting", "Snacks & Drinks Board", "Welcome, mia"];
  for (const title of [...leftColumn, ...rightColumn]) await card(title).waitFor();
  for (const column of [leftColumn, rightColumn]) {
    const boxes = await Promise.all(column.map((title) => card(title).boundingBox()));
    const gaps = boxes
      .slice(1)
      .map((box, index) => (box?.y ?? 0) - (boxes[index]?.y ?? 0) - (boxes[index]?.height ?? 0));
    expect(gaps).toEqual(column.slice(1).map(() => 32));
  }
  await page.context().close();
});

test("restores only a typed draft, and takes no focus on load", async () => {
  const page = await open();
  const box = page.getByPlaceholder("What are you bringing to the meeting?");
  const reload = async () => {
    await page.evaluate(() => scrollTo(0, 0));
    await page.reload();
    await page.getByText("No posts yet.").waitFor();
  };
  const readForm = async () => [
    await box.count(),
    await page.evaluate(() => scrollY),
    await page.evaluate(() => document.activeElement?.tagName),
  ];
  await page.getByRole("button", { name: "Add Item" }).click();
  await reload();
  expect(await readForm()).toEqual([0, 0, "BODY"]);
  await page.getByRole("button", { name: "Add Item" }).click();
  await box.fill("Figs");
  await reload();
  expect(await readForm()).toEqual([1, 0, "BODY"]);
  expect(await box.inputValue()).toBe("Figs");
  await page.context().close();
});

atNight("fits the new item's form and hint on a small phone", async () => {
  const page = await open({ width: 360, touch: false });
  await page.getByRole("button", { name: "Add Item" }).click();
  const box = page.getByPlaceholder("What are you bringing to the meeting?");
  const form = await page.locator("form", { has: box }).boundingBox();
  const posts = await page.getByText("No posts yet.").locator("..").boundingBox();
  expect([form?.x, form?.width]).toEqual([posts?.x, posts?.width]);
  const [availableWidth, neededWidth] = await box.evaluate((input: HTMLInputElement) => {
    const { font, letterSpacing } = getComputedStyle(input, "::placeholder");
    const { paddingLeft, paddingRight } = getComputedStyle(input);
    const words = document.createElement("span");
    words.textContent = input.placeholder;
    Object.assign(words.style, { font, letterSpacing, position: "absolute", whiteSpace: "nowrap" });
    document.body.append(words);
    return [
      input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight),
      words.getBoundingClientRect().width,
    ];
  });
  expect(availableWidth).toBeGreaterThanOrEqual(neededWidth ?? Infinity);
  await page.context().close();
});

test("sends an answer, a claim and a post once after being offline", async () => {
  const page = await open({ serviceWorker: true });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await until(() => page.evaluate(async () => (await caches.match("/api/posts")) !== undefined));
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Maybe" }).click();
  await page.getByRole("button", { name: /^I'll bring it/ }).click();
  await page.getByRole("button", { name: "Add Item" }).click();
  await page.getByPlaceholder("What are you bringing to the meeting?").fill("Figs");
  await page.getByRole("button", { name: "Post", exact: true }).click();
  const note = page.getByText("Saved on this device. It'll be sent when you're back online.");
  await until(async () => (await note.count()) === 3);
  await page.goto("/");
  await until(async () => (await note.count()) === 3);
  await page.getByRole("button", { name: "Maybe", pressed: true }).waitFor();
  await expectAccessible(page);
  await screenshot(page, "home-waiting");

  const ben = await callAs(club, "ben");
  const { needs } = await jsonOf(ben.call("GET", "/api/meetings/current"));
  await ben.call("PUT", `/api/needs/${needs[0].id}/claim`, { quantity: 1 });
  await page.context().setOffline(false);
  await page.getByText(/^“Red wine” wasn't saved\. .*last one/).waitFor();
  await until(async () => (await note.count()) === 0);
  expect((await jsonOf(ada.call("GET", "/api/meetings/current"))).answers).toMatchObject({ maybe: 1 });
  const posts: { content: string }[] = await jsonOf(ada.call("GET", "/api/posts"));
  expect(posts.map(({ content }) => content).toSorted()).toEqual(["Figs", "Red wine"]);
  expect(browser.faults).toEqual([]);
  await page.context().close();
});

test("copies what is shared without a clipboard", async () => {
  const page = await open();
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    Reflect.deleteProperty(Navigator.prototype, "share");
  });
  await page.reload();
  await page.getByRole("button", { name: "Share the meeting" }).click();
  await page.getByText("Copied to clipboard").waitFor();
  await page.getByRole("button", { name: "Add Item" }).click();
  await page.getByLabel("Your item").focus();
  await page.keyboard.press("Control+V");
  expect(await page.getByLabel("Your item").inputValue()).toContain("The cellar");
  await page.context().close();
});

test("shows the date question above the player bar, then a line", async () => {
  const inDays = (days: number) => localTime(new Date(Date.now() + days * 86_400_000), "America/New_York").slice(0, 10);
  const dates = [8, 9, 10].map((days) => ({ date: inDays(days), time: "19:00" }));
  await jsonOf(ada.call("PUT", `/api/meetings/${meetingId}/host`, { username: "ben" }));
  const meeting = await jsonOf(ada.call("PUT", `/api/meetings/${meetingId}/dates`, { dates }));
  const mia = await callAs(club, "mia");
  await mia.call("PUT", `/api/meetings/${meetingId}/answer`, { answer: "yes" });
  const ids = meeting.dates.slice(0, 2).map(({ id }: { id: number }) => id);
  await jsonOf(mia.call("PUT", `/api/meetings/${meetingId}/dates/mine`, { ids }));
  const { id: bookId } = await jsonOf(mia.call("GET", "/api/books/current"));
  await jsonOf(mia.call("PUT", `/api/books/${bookId}/paper`, { pages: 320, page: 143 }));
  const page = await open({ width: 360, height: 740 });
  const boxOf = async (text: string) => {
    const part = page.getByText(text, { exact: true }).first();
    await part.waitFor();
    return (await part.boundingBox()) ?? { y: 0, height: 0 };
  };
  const [summaryBox, changeBox] = [await boxOf("2 of 3 dates suit you"), await boxOf("Change")];
  expect(await page.getByRole("button", { name: "I'm coming" }).count()).toBe(0);
  expect(await bottomOf(page, "Change")).toBeLessThan(740 - PLAYER_AND_TABS_PX);
  expect(Math.max(summaryBox.height, changeBox.height)).toBeLessThanOrEqual(48);
  expect(Math.abs(summaryBox.y + summaryBox.height / 2 - changeBox.y - changeBox.height / 2)).toBeLessThan(4);
  expect(await page.getByText("1 coming").count()).toBe(0);
  const [host, time] = [await boxOf("ben hosts"), await boxOf("7:00 PM to 9:00 PM")];
  expect(Math.abs(host.y - time.y)).toBeLessThan(8);
  const [share, talk] = await Promise.all(
    ["Share the book", "Talk about it"].map((name) =>
      page.getByRole(name === "Talk about it" ? "link" : "button", { name }).boundingBox(),
    ),
  );
  expect(share?.y).toBe(talk?.y ?? -1);
  await page.context().close();
});

/** CSS pixels at the bottom of a phone's screen. */
const PLAYER_AND_TABS_PX = 135;
