import { afterAll, expect, test } from "bun:test";

import type { Page } from "playwright-core";

import { type Device, onDevice } from "#tests/engines/device.ts";
import { audio, currentBook, openReader, signIn } from "#tests/engines/walk.ts";
import { sessionCookie } from "#tests/screens/screens.ts";
import { isNight } from "#tests/support/at-night.ts";
import { atLocalhost, expectAccessible, openBrowser, screenshot } from "#tests/support/browser.ts";
import { startDemoClub } from "#tests/support/demo.ts";
import { UNREACHABLE } from "#tests/support/expected-console-errors.ts";
import { hasFocus, pressKey } from "#tests/support/keyboard.ts";
import { until } from "#tests/support/poll-until.ts";
import { chapterFrame } from "#tests/support/reader-page.ts";

import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";
import { findMissingEnginePart } from "../../scripts/engines.ts";

// Notes are written over the book, which stays where it is.

const club = await startDemoClub();
const browser = await openBrowser({ provoked: UNREACHABLE });
afterAll(async () => {
  await browser.close();
  await club.stop();
});

const SAVED_POSITION = { fraction: 0.4, locator: null };
const REACHED = { fraction: 0.6 };

/** Runs in the page: selects words on the shown page, as with a finger or a mouse. @returns them, or "" */
function selectShownWords(): string {
  const pages = document.querySelector("foliate-paginator") as unknown as { getContents(): { doc: Document }[] } | null;
  const doc = pages?.getContents()[0]?.doc;
  const left = doc?.defaultView?.frameElement?.getBoundingClientRect().left ?? 0;
  if (!doc?.body) return "";
  const texts = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
  const range = doc.createRange();
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if ((text.nodeValue?.trim().length ?? 0) < 40) continue;
    range.setStart(text, 0);
    range.setEnd(text, 40);
    const box = range.getBoundingClientRect();
    if (box.left + left < 0 || box.right + left > innerWidth || box.width === 0) continue;
    doc.getSelection()?.setBaseAndExtent(text, 0, text, 40);
    doc.dispatchEvent(new Event("pointerup"));
    return range.toString();
  }
  return "";
}

/** Runs in the page: the state that mustn't change while a note is written. */
function shownPosition(): string {
  const place = document.querySelector("[data-bar=bottom] input[type=range]")?.getAttribute("aria-valuetext");
  return `${location.pathname} ${place}`;
}

/** Runs in the page: the name or text of the focused element. */
function focusedLabel(): string {
  const element = document.activeElement;
  return element?.getAttribute("aria-label") ?? (element?.textContent || element?.localName) ?? "";
}

/** Runs in the page. */
function typedNote(): string | null {
  const field = document.activeElement;
  return field instanceof HTMLTextAreaElement ? field.value : null;
}

type Press = (device: Device, role: string, name: string) => Promise<void>;

const byPointer: Press = (device, role, name) => device.press(role, name);

const byKeyboard: Press = async (device, role, name) => {
  await device.sees(name, role);
  await until(async () => {
    if ((await device.evaluate(focusedLabel)) === name) return true;
    await device.key("Tab");
    return false;
  });
  await device.key("Enter");
};

async function quoteInReader(device: Device, press: Press, text: string): Promise<void> {
  const bookId = await currentBook(device);
  await device.call(`/api/books/${bookId}/reached`, "PUT", REACHED);
  await device.call("/api/reading-progress", "POST", { bookId, ...SAVED_POSITION });
  await openReader(device);
  await until(() => device.evaluate(selectShownWords));
  const before = await device.evaluate(shownPosition);
  const untilTyped = (expected: string) => until(async () => (await device.evaluate(typedNote)) === expected);
  const untilFocused = (name: RegExp) => until(async () => name.test(await device.evaluate(focusedLabel)));

  await press(device, "button", "Quote in the talk");
  await untilTyped("");
  await device.driver.type(text);
  await device.key("Escape");
  await device.misses("Write a note", "dialog");
  await untilFocused(/^Quote in the talk$/);
  expect(await device.evaluate(shownPosition)).toBe(before);

  await press(device, "button", "Quote in the talk");
  await untilTyped(text);
  await device.image("note-over-reader");
  await press(device, "button", "Send");
  await device.sees(/^Your note is in the talk, under “/);
  await device.misses("Write a note", "dialog");
  await until(async () => (await device.evaluate(() => document.activeElement?.localName)) === "foliate-paginator");
  expect(await device.evaluate(shownPosition)).toBe(before);

  await press(device, "link", "Show in Talk");
  await device.isAt("/talk");
  await untilFocused(new RegExp(text));
  await device.key("Escape");
}

async function writeNoteInPlayer(device: Device, press: Press, text: string): Promise<void> {
  await device.open("/audiobook");
  await press(device, "button", "Play");
  const untilPlaysOn = async (startSeconds: number) =>
    until(
      () => audio(device),
      ({ currentTime, paused }) => !paused && currentTime > startSeconds,
      60_000,
    );
  const { currentTime } = await untilPlaysOn((await audio(device)).currentTime + 0.5);
  await press(device, "button", "Note at this moment");
  await until(async () => (await device.evaluate(typedNote)) === "");
  await device.driver.type(text);
  await untilPlaysOn(currentTime + 0.5);
  await device.image("note-over-player");
  await press(device, "button", "Send");
  await device.sees(/^Your note is in the talk/);
  await until(async () => (await device.evaluate(focusedLabel)) === "Note at this moment");
  await untilPlaysOn((await audio(device)).currentTime + 0.3);
  expect(await device.path()).toBe("/audiobook");
}

for (const [engine, username] of [
  ["chromium", "teo"],
  ["firefox", "leopold"],
  ["webkit", "margit"],
] as const)
  for (const [way, press, window] of [
    ["by finger", byPointer, { width: 390, height: 844 }],
    ["by keyboard", byKeyboard, { width: 1280, height: 800 }],
  ] as const) {
    const isEveryRun = engine === "chromium" && press === byPointer;
    const isMissing = findMissingEnginePart(engine) !== null;
    test.skipIf(isMissing || !(isEveryRun || isNight))(
      `in ${engine} a note is written ${way} over the reader and the player`,
      async () => {
        await onDevice(engine, club, window, async (device) => {
          await signIn(device, username);
          await quoteInReader(device, press, `A line to keep ${way}, in ${engine}`);
          await writeNoteInPlayer(device, press, `What a voice ${way}, in ${engine}`);
        });
      },
    );
  }

/** The reader with a selection. */
async function openWithWords(view: Partial<Parameters<typeof browser.page>[0]> = {}): Promise<Page> {
  const page = await browser.page({ club, ...view });
  await page.context().addCookies([await sessionCookie((view.club ?? club).url, "teo", DEMO_PASSWORD)]);
  const { id: bookId } = await (await page.request.get("/api/books/current")).json();
  await page.request.put(`/api/books/${bookId}/reached`, { data: REACHED });
  await page.request.post("/api/reading-progress", { data: { bookId, ...SAVED_POSITION } });
  await page.goto("/read");
  await selectWords(page);
  return page;
}

async function selectWords(page: Page): Promise<void> {
  await chapterFrame(page);
  await page.locator("[data-bar=top]").waitFor();
  await until(() => page.evaluate(selectShownWords));
}

const quoteButton = (page: Page) => page.getByRole("button", { name: "Quote in the talk" });
const noteField = (page: Page) => page.getByRole("textbox", { name: "Your note" });

/** Rules for elements; a dialog hides the rest of the page from screen readers. */
const AXE_RULES = ["color-contrast", "label", "select-name", "button-name", "target-size", "aria-dialog-name"];

test.each([
  { name: "a phone", width: 360, height: 640, dark: false, touch: true },
  { name: "a phone in the dark", width: 360, height: 640, dark: true, touch: true },
  { name: "a laptop", width: 1280, height: 800, dark: false, touch: false },
  { name: "a laptop in the dark", width: 1280, height: 800, dark: true, touch: false },
])("on $name all controls of the sheet and the page above it are visible", async ({ name, touch, ...view }) => {
  const page = await openWithWords({ ...view, touch, reducedMotion: true });
  await (touch ? quoteButton(page).tap() : quoteButton(page).click());
  await until(() => hasFocus(noteField(page)));
  await page.getByText("Only members who've gotten this far can read it.").waitFor({ state: "attached" });
  await expectAccessible(page, AXE_RULES);
  await screenshot(page, `note-over-reader-${name.replaceAll(" ", "-")}`);
  const top = await page
    .locator("[id*=headlessui-dialog-panel]")
    .evaluate((panel) => panel.getBoundingClientRect().top);
  expect(top).toBeGreaterThanOrEqual(view.height / 2 - 1);
  await page.context().close();
});

test.each(["16px", "32px"])("on a small phone text and Send stay above the keyboard, with type of %s", async (size) => {
  const page = await openWithWords({ width: 360, height: 640, touch: true, reducedMotion: true });
  await page.evaluate((size) => (document.documentElement.style.fontSize = size), size);
  await quoteButton(page).tap();
  await noteField(page).fill("One line\nand another");
  const keyboardTop = 340;
  await page.evaluate((height) => {
    Object.defineProperty(visualViewport, "height", { configurable: true, value: height });
    visualViewport?.dispatchEvent(new Event("resize"));
  }, keyboardTop);
  for (const part of [noteField(page), page.getByRole("button", { name: "Send" })])
    await until(async () => {
      const box = await part.boundingBox();
      return box !== null && box.y >= 0 && box.y + Math.min(box.height, 44) <= keyboardTop;
    });
  const isWide = await page
    .locator("[id*=headlessui-dialog-panel]")
    .evaluate((panel) => [panel, ...panel.children].some((part) => part.scrollWidth > part.clientWidth));
  expect(isWide).toBe(false);
  await screenshot(page, `note-above-keyboard-${size}`);
  await page.context().close();
});

test("opens by keyboard, traps the focus, and returns it", async () => {
  const page = await openWithWords({ reducedMotion: true });
  await page
    .locator("foliate-paginator")
    .evaluate((pages) => (pages as HTMLElement & { focusView(): void }).focusView());
  await page.keyboard.press("Tab");
  await pressKey(page, quoteButton(page));
  await until(() => hasFocus(noteField(page)));
  const isInside = () => page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null);
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press("Tab");
    expect(await isInside()).toBe(true);
  }
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await until(() => hasFocus(quoteButton(page)));
  await page.context().close();
});

test("keeps a draft over a reload, and queues a note offline", async () => {
  const page = await openWithWords({ club: atLocalhost(club), serviceWorker: true, width: 390, height: 844 });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await until(() => page.evaluate(async () => (await caches.match("/api/books/current")) !== undefined));
  await quoteButton(page).click();
  await noteField(page).fill("Typed before the tunnel");
  await page.reload();
  await selectWords(page);
  await quoteButton(page).click();
  await until(async () => (await noteField(page).inputValue()) === "Typed before the tunnel");

  const address = page.url();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("It'll be sent when you're online.").waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(page.url()).toBe(address);
  await page.getByRole("link", { name: "Show in Talk" }).click();
  const waitingList = page.getByRole("list", { name: "Waiting notes" });
  await waitingList.getByText("Typed before the tunnel").waitFor();
  await until(() => hasFocus(waitingList));
  expect(await noteField(page).inputValue()).toBe("");

  await page.context().setOffline(false);
  await waitingList.waitFor({ state: "detached" });
  await page.getByRole("listitem").filter({ hasText: "Typed before the tunnel" }).first().waitFor();
  expect(browser.faults).toEqual([]);
  await page.context().close();
});
