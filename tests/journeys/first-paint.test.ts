import { afterAll, expect, test } from "bun:test";

import { type Device, onDevice } from "#tests/engines/device.ts";
import { ENGINES } from "#tests/engines/driver.ts";
import { atNight } from "#tests/support/at-night.ts";
import { ADMIN_PASSWORD, startClub } from "#tests/support/executable.ts";
import { until } from "#tests/support/poll-until.ts";

import { findMissingEnginePart } from "../../scripts/engines.ts";
import { delayScripts } from "./delayed-connection.ts";

const club = await startClub();
await club.makeAdmin();
afterAll(() => club.stop());

const LOGIN = "/api/auth/login";

for (const engine of ENGINES)
  (engine === "chromium" ? test : findMissingEnginePart(engine) === null ? atNight : test.skip)(
    `in ${engine} the sign-in form counts from its first paint`,
    async () => {
      const line = delayScripts(club);
      try {
        await onDevice(engine, line, { isSlow: true }, async (device) => {
          await keepsWhatIsTyped(device, line.release);
          await device.call("/api/auth/logout", "POST");
          line.hold();
          line.posts.length = 0;
          await sendsOnce(device, line);
        });
      } finally {
        line.release();
        await line.stop();
      }
    },
  );

test("is drawn before scripts load, and can be used", async () => {
  const line = delayScripts(club);
  try {
    await onDevice("chromium", line, { isSlow: true }, async (device) => {
      for (const [path, text] of [
        ["/auth?invite=ABCD-EFGH", "Invitation Code"],
        ["/auth?reset=abc", "Back to sign-in"],
        ["/answer?token=abc", "This link doesn't work"],
        ["/dates?token=abc", "This link doesn't work"],
        ["/ereader", "Open the club"],
      ] as const) {
        line.hold();
        await device.open(path);
        await device.sees("Synopses & Sips Book Club", "heading");
        await device.sees("Loading...");
        line.release();
        await device.sees(text);
        await device.misses("Loading...");
      }
    });
  } finally {
    line.release();
    await line.stop();
  }
});

/** The fields keep text, focus and selection when the app loads. */
async function keepsWhatIsTyped(device: Device, release: () => void): Promise<void> {
  await openSignIn(device);
  await device.fill("Username", "ada");
  await device.fill("Password", `${ADMIN_PASSWORD}typo`);
  await device.evaluate((length) => {
    const input = document.activeElement as HTMLInputElement;
    input.dataset["mine"] = "";
    input.setSelectionRange(length, input.value.length);
  }, ADMIN_PASSWORD.length);
  release();
  await untilAppLoads(device);
  const focused = () =>
    device.evaluate(() => {
      const { name, value, dataset, selectionStart } = document.activeElement as HTMLInputElement;
      return { name, value, isSame: "mine" in dataset, selectionStart };
    });
  expect(await focused()).toEqual({
    name: "password",
    value: `${ADMIN_PASSWORD}typo`,
    isSame: true,
    selectionStart: ADMIN_PASSWORD.length,
  });
  // replaces the selected text
  await device.driver.type("!");
  expect((await focused()).value).toBe(`${ADMIN_PASSWORD}!`);
  await device.fill("Password", ADMIN_PASSWORD);
  await device.key("Enter");
  await device.isAt("/");
  await device.sees("Snacks & Drinks Board", "heading");
}

/** Enter, pressed twice before the app loads, signs in once and adds nothing to the URL. */
async function sendsOnce(device: Device, line: ReturnType<typeof delayScripts>): Promise<void> {
  await openSignIn(device);
  await device.fill("Username", "ada");
  await device.fill("Password", ADMIN_PASSWORD);
  await device.key("Enter");
  await device.key("Enter");
  await device.sees("Logging in...", "button");
  expect(await device.path()).toBe("/auth");
  expect(line.posts).toEqual([]);
  line.release();
  await device.isAt("/");
  await device.sees("Snacks & Drinks Board", "heading");
  expect(line.posts.filter((path) => path === LOGIN)).toEqual([LOGIN]);
}

atNight("keeps early text and presses beside an extension's element", async () => {
  const line = delayScripts(club);
  try {
    await onDevice("chromium", line, { isSlow: true }, async (device) => {
      await openSignIn(device);
      await device.fill("Username", "ada");
      await device.evaluate(() => void document.querySelector("input")?.before(document.createElement("hr")));
      await device.press("button", "Show password");
      line.release();
      await device.sees("Hide password", "button");
      expect(await device.evaluate(() => document.querySelector("input")?.value)).toBe("ada");
      expect(await device.evaluate(() => document.querySelector("hr") === null)).toBe(true);
      device.expectNoFaults(/Hydration failed/);
    });
  } finally {
    line.release();
    await line.stop();
  }
});

async function openSignIn(device: Device): Promise<void> {
  await device.open("/auth");
  await device.sees("Enter your credentials to access your account");
}

const untilAppLoads = (device: Device) =>
  until(() =>
    device.evaluate(() => {
      const button = document.querySelector("form button") ?? document.body;
      return Object.keys(button).some((key) => key.startsWith("__reactProps"));
    }),
  );
