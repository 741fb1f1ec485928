import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { type Device, openDevice } from "#tests/engines/device.ts";
import { ENGINES } from "#tests/engines/driver.ts";
import { openChapter, pressInBars, shownPosition } from "#tests/engines/reader-walk.ts";
import { audio, openReader, seekInBook, signIn } from "#tests/engines/walk.ts";
import { PASSWORD, register } from "#tests/support/api-client.ts";
import { startDemoClub } from "#tests/support/demo.ts";
import { until } from "#tests/support/poll-until.ts";

import { findMissingEnginePart } from "../../scripts/engines.ts";

// A new member's evening on a phone, by finger only, in each engine.

const WIDTH = 360;
const HEIGHT = 740;
const HOME_HEIGHT_MAX = 2600;
/** The smallest phones. */
const FIRST_SCREEN_HEIGHT = 640;
/** Milliseconds until a tap has taken effect. */
const TAP_MS = 3000;
const MIDDLE = { x: WIDTH / 2, y: HEIGHT / 2 };
const LARGEST_TEXT_PATHS = ["/", "/talk", "/ebook", "/audiobook", "/recommendations", "/shelf", "/profile"];

/** Runs in the page: the trusted events of a touch on it, in their order. */
function listenToTouch(): void {
  const seen: string[] = [];
  Object.assign(globalThis, { seen });
  for (const type of ["touchstart", "touchend", "click"])
    addEventListener(type, ({ isTrusted }) => isTrusted && seen.push(type), { capture: true });
}

/** Runs in the page: the edges of the element with exactly this text. */
function edgesOf(text: string): { top: number; bottom: number } {
  const found = [...document.querySelectorAll("main *, nav")].findLast(
    (element) => element.textContent.trim() === text && element.getClientRects().length > 0,
  );
  const { top = -1, bottom = Infinity } = found?.getBoundingClientRect() ?? {};
  return { top, bottom };
}

const tabsTop = (device: Device) =>
  device.evaluate(() => document.querySelector("nav[aria-label=Main]")?.getBoundingClientRect().top ?? 0);

/** Drags a slider's thumb. @param share 0 left to 1 right */
async function slide(device: Device, selector: string, share: number): Promise<void> {
  const { left, y, width, value } = await device.evaluate((selector: string) => {
    const input = document.querySelector(selector) as HTMLInputElement;
    input.scrollIntoView({ block: "center" });
    const { left, top, width, height } = input.getBoundingClientRect();
    const value = (Number(input.value) - Number(input.min)) / (Number(input.max) - Number(input.min));
    return { left, y: top + height / 2, width, value };
  }, selector);
  // the thumb's center stays within the slider
  const xOf = (part: number) => left + 12 + (width - 24) * part;
  await device.driver.drag({ x: xOf(value), y }, { x: xOf(share), y });
}

const areBarsShown = (device: Device) =>
  device.evaluate(() => {
    const bar = document.querySelector("[data-bar=top]");
    return bar !== null && getComputedStyle(bar).opacity === "1";
  });
/** The shown page of the chapter, or null during a swipe. */
const shownPage = (device: Device) =>
  device.evaluate(() => {
    const pages = document.querySelector("foliate-paginator");
    const page = pages ? Reflect.get(pages, "start") / Reflect.get(pages, "size") : NaN;
    return Math.abs(page - Math.round(page)) < 0.02 ? Math.round(page) : null;
  });
const tapToPage = (device: Device, x: number, expected: number) =>
  tapUntil(
    () => device.driver.click(x, MIDDLE.y),
    async () => (await shownPage(device)) === expected,
  );
/** Runs in the page: selects the chapter's first words, because no engine here does that by touch. */
function selectWords(): boolean {
  const pages = document.querySelector("foliate-paginator") as unknown as { getContents(): { doc: Document }[] } | null;
  const doc = pages?.getContents()[0]?.doc;
  const paragraph = doc?.querySelector("p");
  if (!doc || !paragraph) return false;
  doc.getSelection()?.selectAllChildren(paragraph);
  doc.dispatchEvent(new Event("touchend"));
  return true;
}

/** Firefox ignores a tap that takes longer than 0.3 s on a busy machine, and a card may move a button away. */
const tapUntil = (tap: () => Promise<void>, isDone: () => Promise<boolean>) =>
  until(async () => {
    if (await isDone()) return true;
    await tap();
    return until(isDone, Boolean, TAP_MS).catch(() => false);
  });
const showBars = (device: Device) =>
  tapUntil(
    () => device.driver.click(MIDDLE.x, MIDDLE.y),
    () => areBarsShown(device),
  );

let club: Awaited<ReturnType<typeof startDemoClub>>;
beforeAll(async () => void (club = await startDemoClub()));
afterAll(() => club.stop());

describe.each(ENGINES)("by touch in %s", (engine) => {
  const isMissing = findMissingEnginePart(engine) !== null;
  const walk = (name: string, steps: (device: Device) => Promise<void>) =>
    test.skipIf(isMissing)(
      name,
      async () => {
        await steps(device);
        device.expectNoFaults();
      },
      300_000,
    );
  let device: Device;
  beforeAll(async () => {
    if (isMissing) return;
    await register(club, `new-${engine}`, "Nova");
    device = await openDevice(engine, club, { width: WIDTH, height: HEIGHT });
    await signIn(device, `new-${engine}`, PASSWORD);
  }, 300_000);
  afterAll(async () => void (await device?.close()));

  walk("reports a touch, then a click", async (device) => {
    await device.open("/");
    await device.sees(/^Show all \d/, "button");
    await device.evaluate(listenToTouch);
    await device.press("button", "Add Item");
    await device.sees("Your item");
    expect(await device.evaluate(() => Reflect.get(globalThis, "seen"))).toEqual(["touchstart", "touchend", "click"]);
    await device.press("button", "Cancel");
  });

  walk("asks one question about the evening on Home", async (device) => {
    await device.open("/");
    await device.sees(/^Show all \d/, "button");
    expect(await device.isShown("I'm coming", "button")).toBe(false);
    const readNow = await device.evaluate(edgesOf, "Read now");
    for (const text of ["None of these", "7:00 PM to 9:00 PM"])
      expect((await device.evaluate(edgesOf, text)).bottom).toBeLessThan(readNow.top);
    expect(readNow.bottom).toBeLessThanOrEqual(await tabsTop(device));
    expect(await device.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(HOME_HEIGHT_MAX);
    const pressed = () =>
      device.evaluate(() =>
        [...document.querySelectorAll("fieldset [aria-pressed=true]")].map((one) => one.textContent),
      );
    await device.press("button", "None of these");
    await until(async () => (await pressed()).join() === "None of these");
    await device.press("button", /^[A-Z][a-z]{2}, /);
    await until(async () => /^[A-Z][a-z]{2}, [^,]*$/.test((await pressed()).join()));
    expect(await device.isShown("I'm coming", "button")).toBe(false);
  });

  walk("opens the account menu, and a tap beside it closes it", async (device) => {
    await device.open("/");
    await device.press("button", /^Account:/);
    await device.sees("Sign out", "menuitem");
    await device.pressText("Still needed");
    await device.misses("Sign out", "menuitem");
    expect(await device.path()).toBe("/");
    await device.press("button", /^Account:/);
    await device.press("menuitem", /profile/i);
    await device.isAt("/profile");
    await device.sees("Signing in", "link");
  });

  walk("saves a vote", async (device) => {
    await device.open("/recommendations");
    await device.press("checkbox", /./);
    await device.press("button", "Save my vote");
    await device.sees(/^Your vote has been saved/);
  });

  walk("focuses a sent note, and undoes its deletion", async (device) => {
    await device.open("/talk");
    await device.sees("Your note");
    const height = () => device.evaluate(() => document.querySelector<HTMLElement>("main textarea")?.offsetHeight ?? 0);
    const before = await height();
    expect(before).toBeLessThan(80);
    const text = `By finger, in ${engine}. It is a note of more than one line, so that the field has to grow with it.`;
    await device.fill("Your note", text);
    expect(await height()).toBeGreaterThan(before);
    await device.press("button", "Send");
    await device.misses("Send", "dialog");
    const focused = () => device.evaluate(() => document.activeElement?.textContent ?? "");
    await until(async () => (await focused()).includes(text));
    await device.press("button", /^Delete the note 'By finger/);
    await device.press("button", "Undo");
    await device.sees(text);
  });

  walk("turns pages by taps and swipes, and shows the bars", async (device) => {
    await openReader(device);
    await openChapter(device, 3);
    const first = (await shownPage(device)) ?? NaN;
    const { drag } = device.driver;
    const untilPage = (expected: number) =>
      until(
        () => shownPage(device),
        (page) => page === expected,
      );
    await tapToPage(device, WIDTH - 30, first + 1);
    await drag({ x: 300, y: 400 }, { x: 60, y: 400 });
    await untilPage(first + 2);
    await drag({ x: 60, y: 400 }, { x: 300, y: 400 });
    await untilPage(first + 1);
    // along the page
    await drag({ x: 180, y: 500 }, { x: 180, y: 200 });
    await untilPage(first + 1);
    await tapToPage(device, 30, first);
    expect(await areBarsShown(device)).toBe(false);
    await showBars(device);
  });

  walk("drags the reader's sliders", async (device) => {
    await showBars(device);
    const before = await shownPosition(device);
    await slide(device, "[data-bar=bottom] input[type=range]", 0.2);
    await until(
      () => shownPosition(device),
      (position) => position !== before && /\b(?:19|20|21)%/.test(position),
    );
    await pressInBars(device, "Display settings");
    await device.sees("Display settings", "heading");
    await slide(device, "[role=dialog] input[type=range]", 1);
    await until(
      async () => (await device.evaluate(() => document.querySelector("[role=dialog] output")?.textContent)) === "38",
    );
    await device.image("touch-text-size");
    await device.press("button", "Close");
  });

  walk("highlights words", async (device) => {
    await openReader(device);
    await until(() => device.evaluate(selectWords));
    await device.press("button", "Highlight");
    await device.misses("Selected text", "toolbar");
    await pressInBars(device, "Bookmarks and highlights");
    await device.sees("Bookmarks and highlights", "heading");
    await device.sees("Download as Markdown", "link");
    await device.image("touch-highlights");
    await device.press("button", "Close");
  });

  walk("plays from the first screen, and drags the sliders", async (device) => {
    await device.open("/audiobook");
    await device.sees("Play", "button");
    const play = await device.evaluate(
      () => document.querySelector("[aria-label=Play]")?.getBoundingClientRect().bottom,
    );
    expect(play).toBeLessThanOrEqual(FIRST_SCREEN_HEIGHT - (HEIGHT - (await tabsTop(device))));
    await device.press("button", "Play");
    const isAt = (share: number) =>
      until(
        () => audio(device),
        ({ currentTime, duration, paused }) => !paused && Math.abs(currentTime / duration - share) < 0.02,
        60_000,
      );
    await isAt(0);
    await seekInBook(device, 0.3);
    await isAt(0.3);
    await slide(device, "[aria-label='Seek in the whole book']", 0.7);
    await isAt(0.7);
    await tapUntil(
      () => device.press("button", "More speeds"),
      () => device.isShown("Speeds", "region"),
    );
    await slide(device, "[aria-label=Speed]", 1);
    await until(() => device.evaluate(() => document.querySelector("audio")?.playbackRate === 3));
    await device.image("touch-speeds");
    await device.driver.click(MIDDLE.x, 100);
    await device.misses("Speeds", "region");
    await device.press("button", "Sleep timer");
    await device.press("menuitem", "5 minutes");
    await device.press("button", "Pause");
    await device.press("link", /^Home/);
    await device.sees("Audiobook", "region");
  });

  walk("fits the largest text", async (device) => {
    for (const path of LARGEST_TEXT_PATHS) {
      await device.open(path);
      await until(() => device.evaluate(() => document.querySelector("main h1, main h2") !== null));
      const found = await device.evaluate(async () => {
        document.documentElement.style.setProperty("font-size", "32px", "important");
        scrollTo(0, innerHeight);
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const tabs = document.querySelector("nav[aria-label=Main]")?.getBoundingClientRect();
        const player = document.querySelector("[data-mini-player]")?.getBoundingClientRect();
        return {
          width: document.documentElement.scrollWidth,
          gap: Math.round((tabs?.top ?? 0) - (player?.bottom ?? tabs?.top ?? 0)),
          isHeaderShown: (document.querySelector("header")?.getBoundingClientRect().bottom ?? 1) > 0,
        };
      });
      await device.image(`touch-largest${path.replaceAll("/", "-")}`);
      expect([path, found]).toEqual([path, { width: WIDTH, gap: 0, isHeaderShown: false }]);
    }
  });
});
