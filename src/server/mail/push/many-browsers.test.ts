import { afterAll, expect, spyOn, test } from "bun:test";

import { atNight } from "#tests/support/at-night.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { watchGaps } from "#tests/support/loop-gaps.ts";
import { startPushService } from "#tests/support/push-service.ts";

import { sendPushNotices } from "./push.ts";

const BROWSERS = 500;
const GAP_MAX_MS = 100;
/** A blocking call blocks every time, another process doesn't. */
const ATTEMPTS_MAX = 10;

const service = startPushService();
afterAll(() => service.stop());
const { club } = eachClub([], { environment: { PUSH_ORIGINS: service.origin } });

const notice = { title: "This month's book", body: "Emma by Jane Austen", path: "/" };

async function subscribeBrowsers(): Promise<void> {
  service.received.length = 0;
  for (let at = 0; at < BROWSERS; at += 1) {
    const subscription = service.subscription(`browser${at}`);
    await club.member(`m${at}`).call("POST", "/api/profile/push", subscription);
  }
}

test("starts the notices to many browsers a millisecond apart", async () => {
  await subscribeBrowsers();
  using sleep = spyOn(Bun, "sleep");
  await sendPushNotices(club.deps, "notice", notice);
  expect(sleep.mock.calls).toEqual(Array.from({ length: BROWSERS }, (_, at) => [at]));
  expect(service.received).toHaveLength(BROWSERS);
}, 300_000);

atNight(
  "a notice to many browsers doesn't block requests",
  async () => {
    await subscribeBrowsers();
    const gapsMs: number[] = [];
    while (gapsMs.length < ATTEMPTS_MAX && !gapsMs.some((gapMs) => gapMs < GAP_MAX_MS)) {
      const { ms } = await watchGaps(
        () => club.visitor.call("GET", "/api/health"),
        () => sendPushNotices(club.deps, `notice ${gapsMs.length}`, notice),
      );
      gapsMs.push(ms);
    }
    expect(Math.min(...gapsMs)).toBeLessThan(GAP_MAX_MS);
    expect(service.received).toHaveLength(gapsMs.length * BROWSERS);
  },
  300_000,
);
