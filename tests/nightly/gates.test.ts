import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { type Device, openDevice } from "#tests/engines/device.ts";
import { signIn } from "#tests/engines/walk.ts";
import { ADMIN_PASSWORD, type RunningClub, startClub } from "#tests/support/executable.ts";
import { UNREACHABLE } from "#tests/support/expected-console-errors.ts";
import { GATE_KINDS, startGate } from "#tests/support/gate.ts";
import { until } from "#tests/support/poll-until.ts";

import { findMissingEnginePart } from "../../scripts/engines.ts";

const BOARD = "Snacks & Drinks Board";
const NETWORK_WANTS_SIGN_IN = "Your network wants you to sign in first";
const QUEUED_MESSAGE = /It.ll be sent when you.re back online\./;
/** Each engine's error messages for calls that a gate answers. */
const EXPECTED_ERRORS = new RegExp(
  `${UNREACHABLE.source}|CORS|Another program|could not be sent|Content.Security.Policy|40[13]|511`,
);

let club: RunningClub;
beforeAll(async () => {
  club = await startClub({ environment: { LOG_LEVEL: "warn" } });
  await club.makeAdmin();
}, 300_000);
afterAll(async () => void (await club.stop()));

async function openInstalled(engine: "firefox" | "webkit", url: string): Promise<Device> {
  const device = await openDevice(engine, { url }, { width: 1280, height: 900 });
  await signIn(device, "ada", ADMIN_PASSWORD);
  await device.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await until(() =>
    device.evaluate(async () => {
      const shellCache = await caches.open("shell");
      return Boolean(
        (await caches.match("/api/posts")) && (await caches.match("/api/content")) && (await shellCache.match("/")),
      );
    }),
  );
  return device;
}

/** Whether the service worker has stored Home. Runs in the browser. */
async function isPageStored(): Promise<boolean> {
  const names = (await caches.keys()).filter((name) => name.startsWith("responses"));
  const pages = await Promise.all(names.map((cacheName) => caches.match("/", { cacheName })));
  return pages.some((page) => page !== undefined);
}

describe.each(["firefox", "webkit"] as const)("a gate before the club in %s", (engine) => {
  const isMissing = findMissingEnginePart(engine) !== null;
  const testGate = (
    name: string,
    kind: (typeof GATE_KINDS)[number],
    walk: (device: Device, gate: Gate) => Promise<void>,
  ) =>
    test.skipIf(isMissing)(
      name,
      async () => {
        const gate = startGate(club, kind);
        const device = await openInstalled(engine, gate.url);
        try {
          await walk(device, gate);
          device.expectNoFaults(EXPECTED_ERRORS);
        } finally {
          await device.close();
          await gate.stop();
        }
      },
      300_000,
    );

  for (const kind of GATE_KINDS)
    testGate(`shows its sign-in once (${kind}), and the app sends after it`, kind, async (device, gate) => {
      // the app shows the gate again automatically only where a page is stored
      await device.open("/");
      // Firefox reports the scripts of a page that is left before they arrive
      await device.sees(BOARD, "heading");
      await until(() => device.evaluate(isPageStored));
      gate.close();
      // the app opens the gate's page, perhaps before its own has loaded, which Firefox reports
      await device.open("/").catch(() => undefined);
      await device.sees("Let me in", "link");
      await device.open("/");
      await device.sees(BOARD, "heading");
      await device.sees(NETWORK_WANTS_SIGN_IN);
      await device.press("button", "Add Item");
      await device.fill("Your item", `Figs, ${kind}, ${engine}`);
      await device.press("button", "Post");
      await device.sees(QUEUED_MESSAGE);
      expect(gate.shown.length).toBe(1);

      await device.press("button", "Show its page");
      await device.press("link", "Let me in");
      await device.sees(BOARD, "heading");
      await until(async () => JSON.stringify(await device.call("/api/posts")).includes(`Figs, ${kind}, ${engine}`));
      await device.misses(QUEUED_MESSAGE);
      expect(await device.isShown(NETWORK_WANTS_SIGN_IN)).toBe(false);
    });

  testGate("keeps typed text when its session ends", "redirect", async (device, gate) => {
    await device.open("/profile");
    await device.fill("Display name", "Ada, who is still typing");
    gate.close();
    await device.press("button", "Save details");
    await device.sees(NETWORK_WANTS_SIGN_IN);
    expect(await device.evaluate(() => document.querySelector("input")?.value)).toBe("Ada, who is still typing");
    expect(gate.shown).toEqual([]);
  });

  testGate("doesn't make the app reload while the server is down", "redirect", async (device, gate) => {
    await device.evaluate(() => void ((globalThis as { isSame?: boolean }).isSame = true));
    for (const status of [502, 404, 429]) {
      gate.fail(status);
      await device.evaluate(() => void dispatchEvent(new Event("online")));
      await device.press("link", /^Home/);
    }
    expect(await device.evaluate(() => (globalThis as { isSame?: boolean }).isSame)).toBe(true);
  });
});

type Gate = ReturnType<typeof startGate>;
