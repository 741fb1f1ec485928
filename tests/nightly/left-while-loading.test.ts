import { afterAll, expect, test } from "bun:test";

import { openDevice } from "#tests/engines/device.ts";
import { signIn } from "#tests/engines/walk.ts";
import { ADMIN_PASSWORD, startClub } from "#tests/support/executable.ts";
import { forwardRequest } from "#tests/support/forward-request.ts";
import { until } from "#tests/support/poll-until.ts";

import { findMissingEnginePart } from "../../scripts/engines.ts";

const club = await startClub({ environment: { LOG_LEVEL: "warn" } });
await club.makeAdmin();

/** Doesn't send the shelf's code until the test ends. */
const slowClub = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  idleTimeout: 255,
  fetch: async (request) => {
    if (/\/assets\/shelf-.*\.js/.test(new URL(request.url).pathname)) {
      askedForShelf = true;
      await testEnd.promise;
    }
    return forwardRequest(request, club);
  },
});
const otherSite = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: async () => {
    askedForOtherSite = true;
    await otherSiteReady.promise;
    return new Response("<title>Another site</title><h1>Another site</h1>", {
      headers: { "content-type": "text/html" },
    });
  },
});
let [askedForShelf, askedForOtherSite] = [false, false];
const [testEnd, otherSiteReady] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];

afterAll(async () => {
  testEnd.resolve();
  await Promise.all([slowClub.stop(true), otherSite.stop(true)]);
  await club.stop();
});

test.skipIf(findMissingEnginePart("firefox") !== null)(
  "Firefox leaves a page whose code hasn't arrived, silently",
  async () => {
    // a service worker would have the code
    const script = "delete Navigator.prototype.serviceWorker";
    const url = `http://127.0.0.1:${slowClub.port}`;
    const device = await openDevice("firefox", { url }, { width: 1280, script });
    try {
      await signIn(device, "ada", ADMIN_PASSWORD);
      await device.evaluate(() => {
        history.pushState(null, "", "/shelf");
        dispatchEvent(new PopStateEvent("popstate"));
      });
      await until(async () => askedForShelf);
      await device.evaluate((address: string) => location.assign(address), `http://127.0.0.1:${otherSite.port}/`);
      await until(async () => askedForOtherSite);
      expect(await device.isShown("The mouse lost the page")).toBe(false);
      otherSiteReady.resolve();
      await device.sees("Another site", "heading");
      device.expectNoFaults();
    } finally {
      await device.close();
    }
  },
  120_000,
);
