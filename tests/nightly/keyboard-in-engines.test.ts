import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { type Device, openDevice } from "#tests/engines/device.ts";
import { ENGINES } from "#tests/engines/driver.ts";
import { openReader, signIn } from "#tests/engines/walk.ts";
import { PASSWORD, register } from "#tests/support/api-client.ts";
import { startDemoClub } from "#tests/support/demo.ts";
import { until } from "#tests/support/poll-until.ts";

import { findMissingEnginePart } from "../../scripts/engines.ts";

// A new member's evening by keyboard only, in each engine.

const TABS_MAX = 120;
/** A page that is left at once cancels its calls. */
const CANCELED_CALL = /Failed to save the position|A link failed/;
const PATHS = ["/", "/recommendations", "/talk", "/hosts", "/shelf", "/wines"];
/** They open a window of the browser or the system, or end the session. */
const EXCLUDED_BUTTONS = /^(?:Sign out|Delete my account|Share|Copy|Notify|Add to Calendar|Download)/;

type Focus = { name: string; label: string; isPressed: boolean; isBody: boolean };

/** The element that has the focus, by its accessible name. */
const focus = (device: Device): Promise<Focus> =>
  device.evaluate(() => {
    const active = document.activeElement ?? document.body;
    const label = active instanceof HTMLTextAreaElement || active instanceof HTMLInputElement ? active.labels : null;
    return {
      name: (active.getAttribute("aria-label") ?? active.textContent).trim(),
      label: label?.[0]?.textContent.trim() ?? "",
      isPressed: active.getAttribute("aria-pressed") === "true",
      isBody: active === document.body,
    };
  });

/** Presses Tab until an element with this name or label has the focus. @throws Error if it never does */
async function tabTo(device: Device, name: string | RegExp): Promise<void> {
  const names: string[] = [];
  for (let presses = 0; presses < TABS_MAX; presses += 1) {
    const { name: found, label } = await focus(device);
    if ([found, label].some((text) => (typeof name === "string" ? text === name : name.test(text)))) return;
    names.push(found.slice(0, 40));
    await device.key("Tab");
  }
  throw new Error(`Tab never reaches ${name}, but ${names.join(" · ")}`);
}

async function pressKey(device: Device, name: string | RegExp): Promise<void> {
  await tabTo(device, name);
  await device.key("Enter");
}

/** Runs in the page: focuses its nth button. @returns the button's name, or null if there are fewer */
function focusButton(index: number): string | null {
  const buttons = document.querySelectorAll<HTMLElement>(":is(main, footer) button:enabled");
  const button = [...buttons].filter((one) => one.getClientRects().length > 0)[index];
  button?.focus();
  return button ? (button.getAttribute("aria-label") ?? button.textContent).trim() : null;
}

/** Runs in the page: waits until it shows the same for some frames. */
async function settle(): Promise<void> {
  let before = "";
  for (let frames = 0, still = 0; still < 12 && frames < 300; frames += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const now = document.body.innerHTML;
    still = now === before ? still + 1 : 0;
    before = now;
  }
}

async function openPage(device: Device, path: string): Promise<void> {
  await device.open(path);
  await until(() => device.evaluate(() => document.querySelector("main h1, main h2") !== null));
  await device.evaluate(settle);
}

let club: Awaited<ReturnType<typeof startDemoClub>>;
beforeAll(async () => void (club = await startDemoClub()));
afterAll(() => club.stop());

describe.each(ENGINES)("by keyboard in %s", (engine) => {
  const isMissing = findMissingEnginePart(engine) !== null;
  const walk = (name: string, steps: (device: Device) => Promise<void>) =>
    test.skipIf(isMissing)(
      name,
      async () => {
        await steps(device);
        device.expectNoFaults(CANCELED_CALL);
      },
      600_000,
    );
  let device: Device;
  beforeAll(async () => {
    if (isMissing) return;
    await register(club, `keys-${engine}`, "Kay");
    device = await openDevice(engine, club, { width: 1280, height: 800 });
    await signIn(device, `keys-${engine}`, PASSWORD);
  }, 300_000);
  afterAll(async () => void (await device?.close()));

  walk("answers the question for a date", async (device) => {
    await openPage(device, "/");
    await tabTo(device, /^[A-Z][a-z]{2}, /);
    await device.driver.type(" ");
    await until(async () => (await focus(device)).isPressed);
    expect(await device.isShown("I'm coming", "button")).toBe(false);
  });

  walk("opens the account menu, and returns to its button", async (device) => {
    await openPage(device, "/");
    await pressKey(device, /^Account:/);
    await device.sees("Sign out", "menuitem");
    await device.key("Escape");
    await device.misses("Sign out", "menuitem");
    await until(async () => (await focus(device)).name.startsWith("Account:"));
  });

  walk("saves a vote, and keeps the focus in its form", async (device) => {
    await openPage(device, "/recommendations");
    await device.evaluate(() => document.querySelector<HTMLElement>("main input[type=checkbox]:enabled")?.focus());
    await device.driver.type(" ");
    await pressKey(device, "Save my vote");
    await device.sees(/^Your vote has been saved/);
    await until(() => device.evaluate(() => document.activeElement?.closest("form") !== null));
  });

  walk("sends a note, and focuses it", async (device) => {
    await openPage(device, "/talk");
    await tabTo(device, "Your note");
    const text = `By keyboard, in ${engine}.`;
    await device.driver.type(text);
    await pressKey(device, "Send");
    await until(async () => (await focus(device)).name.includes(text));
  });

  walk("turns pages, and leaves the reader", async (device) => {
    await openReader(device);
    const shownText = () => device.evaluate(() => document.querySelector("[data-bar=bottom]")?.textContent ?? "");
    const before = await shownText();
    await until(async () => {
      await device.key("ArrowRight");
      return (await shownText()) !== before;
    });
  });

  const keepsFocus = (path: string) =>
    walk(`keeps the focus on an element after each button of ${path}`, async (device) => {
      const losing: string[] = [];
      for (let index = 0; ; index += 1) {
        await openPage(device, path);
        await device.key("Tab");
        const name = await device.evaluate(focusButton, index);
        if (name === null) break;
        if (EXCLUDED_BUTTONS.test(name)) continue;
        await device.key("Enter");
        await device.evaluate(settle);
        // a press may wait for its response
        const hasFocus = async () => !(await focus(device)).isBody;
        if (!(await until(hasFocus).catch(() => false))) losing.push(name);
      }
      expect(losing).toEqual([]);
    });

  for (const path of PATHS) keepsFocus(path);

  walk("plays and pauses the audiobook", async (device) => {
    await openPage(device, "/audiobook");
    await device.sees("Play", "button");
    await pressKey(device, "Play");
    await until(() => device.evaluate(() => document.querySelector("audio")?.paused === false));
    await until(async () => (await focus(device)).name === "Pause");
    await device.driver.type(" ");
    await until(() => device.evaluate(() => document.querySelector("audio")?.paused === true));
  });

  keepsFocus("/audiobook");
});
