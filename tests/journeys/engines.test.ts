import { afterAll, expect, test } from "bun:test";
import { brotliDecompressSync } from "node:zlib";

import { parse } from "acorn";

import { type Device, onDevice } from "#tests/engines/device.ts";
import { floorScript } from "#tests/engines/floor-script.ts";
import { followLinks } from "#tests/engines/links.ts";
import { audio, readFurther, seekInBook, signIn, signOut } from "#tests/engines/walk.ts";
import { atNight } from "#tests/support/at-night.ts";
import { startDemoClub } from "#tests/support/demo.ts";
import { executable } from "#tests/support/executable.ts";
import { until } from "#tests/support/poll-until.ts";

import { findMissingEnginePart } from "../../scripts/engines.ts";

/** The build's output, decompressed, by its path. */
async function builtScripts(): Promise<[name: string, script: string][]> {
  await executable();
  const names = [...new Bun.Glob("dist/web/**/*.{js,js.br}").scanSync(".")];
  return Promise.all(
    names.map(async (name): Promise<[string, string]> => {
      const bytes = await Bun.file(name).bytes();
      return [name, (name.endsWith(".br") ? brotliDecompressSync(bytes) : Buffer.from(bytes)).toString()];
    }),
  );
}

/** Follows a link from a closed topic of Help into a closed section of the profile, on a phone. */
async function openFoldedCard(device: Device): Promise<void> {
  await device.open("/help");
  await device.pressText("A new phone or tablet");
  await device.press("link", "profile");
  await device.isAt("/profile");
  await device.sees("Show a code", "button");
  await device.pressText("Reading and apps");
  await device.sees("Get my calendar address", "button");
}

/** Changes the answer to the question for a date. */
async function answerDates(device: Device): Promise<void> {
  const isOpen = () => device.isShown("None of these", "button");
  await until(async () => (await isOpen()) || device.isShown("Change", "button"));
  if (!(await isOpen())) await device.press("button", "Change");
  const pressedAnswers = () =>
    device.evaluate(() =>
      [...document.querySelectorAll('fieldset [aria-pressed="true"]')].map(({ textContent }) => textContent).join(),
    );
  const isNone = async () => (await pressedAnswers()).includes("None of these");
  const wasNone = await isNone();
  await device.press("button", wasNone ? /^[A-Z][a-z]{2}, / : "None of these");
  await until(async () => (await isNone()) !== wasNone);
}

async function postItem(device: Device, text: string): Promise<void> {
  await device.press("button", "Add Item");
  await device.fill("Your item", text);
  await device.press("button", "Post");
  await device.sees("Your post has been added");
  await device.sees(text);
}

/** WebKit may take half a minute to start playback on a busy machine. */
const PLAYBACK_START_MS = 60_000;

/** Plays, seeks to the middle, plays again, and pauses. */
async function listenFromTheMiddle(device: Device): Promise<void> {
  await device.open("/audiobook");
  await device.press("button", "Play");
  const { currentTime } = await audio(device);
  await until(
    () => audio(device),
    (state) => state.currentTime > currentTime + 0.5,
    PLAYBACK_START_MS,
  );
  await seekInBook(device, 0.5);
  await until(
    () => audio(device),
    (state) => state.currentTime > state.duration * 0.45 && state.currentTime < state.duration * 0.55,
  );
  const { currentTime: seekTarget } = await audio(device);
  await until(
    () => audio(device),
    (state) => state.currentTime > seekTarget + 0.3,
    PLAYBACK_START_MS,
  );
  await device.press("button", "Pause");
  await until(
    () => audio(device),
    ({ paused }) => paused,
  );
}

const club = await startDemoClub();
afterAll(() => club.stop());

// before any member has a position, with which each page would load audio
test("leads to any page after signing in from its link", () =>
  // tests/nightly/links.test.ts tries every page in three engines
  followLinks("chromium", club, ["/talk", "/shelf/1", "/admin?tab=email"]));

const walks = [
  { name: "Firefox", engine: "firefox", username: "leopold", script: "" },
  { name: "WebKit", engine: "webkit", username: "teo", script: "" },
  { name: "the oldest supported browser", engine: "chromium", username: "margit", script: floorScript() },
] as const;

for (const { name, engine, username, script } of walks)
  (engine === "chromium" ? atNight : test.skipIf(findMissingEnginePart(engine) !== null))(
    `in ${name} a member signs in, answers, posts, reads, listens and signs out`,
    async () => {
      await onDevice(engine, club, { script }, async (device) => {
        await signIn(device, username);
        await answerDates(device);
        await postItem(device, `Figs from ${name}`);
        await openFoldedCard(device);
        await readFurther(device);
        await listenFromTheMiddle(device);
        await device.press("link", /^Home/);
        await signOut(device);
      });
    },
  );

test("names the update to a browser that is too old", async () => {
  await onDevice("chromium", club, { script: "delete CSS.registerProperty;" }, async (device) => {
    await device.open("/auth");
    await device.sees("Please update your browser");
    await device.sees(/Settings, General, Software Update/);
    expect(await device.evaluate(() => document.body.innerText)).not.toContain("Login");
  });
});

test("starts in a browser that reports an earlier paint at once", async () => {
  const script = `const observe = PerformanceObserver.prototype.observe;
    globalThis.PerformanceObserver = class extends PerformanceObserver {
      constructor(callback) { super(callback); this.callback = callback; }
      observe(options) {
        if (options.type !== "paint") return observe.call(this, options);
        const paint = { name: "first-contentful-paint" };
        this.callback({ getEntriesByName: () => [paint], getEntries: () => [paint] }, this);
      }
    };`;
  await onDevice("chromium", club, { script }, async (device) => {
    await device.open("/auth");
    await device.press("tab", "Register");
    await device.sees("Your name");
  });
});

(findMissingEnginePart("firefox") === null ? atNight : test.skip)(
  "the page's own links are all that fetch modules ahead: Firefox reported an error for each that a script added",
  async () => {
    await onDevice("firefox", club, {}, async (device) => {
      await signIn(device, "teo");
      await device.open("/");
      await device.sees("Snacks & Drinks Board", "heading");
      const result = await device.evaluate(async () => {
        const link = /<link rel="preload" as="script"/g;
        const pageText = await (await fetch("/")).text();
        return { served: pageText.match(link)?.length, shown: document.documentElement.innerHTML.match(link)?.length };
      });
      // two are for all visitors
      expect(result.served).toBeGreaterThan(2);
      expect(result.shown).toBe(result.served);
    });
  },
);

test("shows the update message by CSS where no script runs", async () => {
  const page = await (await fetch(`${club.url}/auth`)).text();
  expect(page).toMatch(/<div id="old-browser" role="alert" hidden>\s*<p><b>Please update your browser/);
  const [, stylesheetPath = ""] = /<link rel="stylesheet"[^>]* href="([^"]+)"/.exec(page) ?? [];
  const stylesheetText = await (await fetch(club.url + stylesheetPath)).text();
  // the styles of a browser without color-mix
  const [, rules = ""] =
    /@supports +not \(color: ?color-mix\([^)]*\)\) ?\{((?:[^{}]*\{[^}]*\})*)\}/.exec(stylesheetText) ?? [];
  expect(rules.replaceAll(" ", "")).toBe("#root{display:none!important}#old-browser[hidden]{display:block!important}");
});

test("compiles every script for the oldest supported browsers", async () => {
  const scripts = await builtScripts();
  expect(scripts.length).toBeGreaterThan(50);
  for (const [name, script] of scripts)
    expect(() => parse(script, { ecmaVersion: 2023, sourceType: "module" }), name).not.toThrow();
});
