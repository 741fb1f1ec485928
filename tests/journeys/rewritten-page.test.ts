import { afterAll, expect, test } from "bun:test";

import { onDevice } from "#tests/engines/device.ts";
import { startClub } from "#tests/support/executable.ts";

import { delayedConnection, delayScripts } from "./delayed-connection.ts";

const club = await startClub();
afterAll(() => club.stop());

const FALLBACK_TEXT = "This page can't start";

/** The page as rewritten by a CDN, whose own script runs the others, if at all. */
const rewriteScripts = async (_: string, response: Response): Promise<Response> => {
  if (!response.headers.get("content-type")?.startsWith("text/html")) return response;
  const page = (await response.text()).replaceAll('type="module"', 'type="0a1b2c3d-module"');
  return new Response(page, { headers: response.headers });
};

const finishAnimations = () => {
  for (const animation of document.getAnimations()) animation.finish();
};

for (const path of ["/auth", "/", "/answer?token=x"])
  test(`shows text where the scripts of ${path} were rewritten`, async () => {
    const line = delayedConnection(club, { isDelayed: () => false, change: rewriteScripts });
    await onDevice("chromium", line, {}, async (device) => {
      await device.open(path);
      expect(await device.isShown(FALLBACK_TEXT)).toBe(false);
      await device.evaluate(finishAnimations);
      await device.sees(FALLBACK_TEXT);
      expect(await device.evaluate(() => document.elementFromPoint(195, 422)?.closest("#not-started") !== null)).toBe(
        true,
      );
      await device.image("rewritten");
    });
    await line.stop();
  });

test("hides it for a late script, and keeps what was typed", async () => {
  const line = delayScripts(club);
  await onDevice("chromium", line, { isSlow: true }, async (device) => {
    await device.open("/auth");
    await device.fill("Username", "ada");
    await device.evaluate(finishAnimations);
    await device.sees(FALLBACK_TEXT);
    line.release();
    await device.misses(FALLBACK_TEXT);
    await device.sees("Login", "button");
    expect(await device.evaluate(() => document.querySelector("input")?.value)).toBe("ada");
    expect(await device.evaluate(() => document.querySelector("#not-started"))).toBeNull();
  });
  await line.stop();
});

test("reports a script that doesn't load at once", async () => {
  const missing = (path: string, response: Response) =>
    /\/main-\w+\.js$/.test(path) ? new Response("", { status: 404 }) : response;
  const line = delayedConnection(club, { isDelayed: () => false, change: missing });
  await onDevice("chromium", line, {}, async (device) => {
    await device.open("/auth");
    await device.sees(/^This page couldn't be loaded/);
    expect(await device.evaluate(() => document.querySelector("#not-started"))).toBeNull();
    device.expectNoFaults(/404|Failed to (?:load|fetch)|A link failed/);
  });
  await line.stop();
});
