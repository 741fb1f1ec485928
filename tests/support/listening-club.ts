import { afterAll, afterEach } from "bun:test";

import { openBrowser } from "./browser.ts";
import { startClub } from "./executable.ts";
import { UNREACHABLE } from "./expected-faults.ts";
import { importLongAudiobook } from "./long-audiobook.ts";
import { devices } from "./player-page.ts";

/**
 * A running club with a three-hour audiobook and its admin "ada". `device.open()` returns a signed-in page with the
 * player. Everything closes with the file, pages with their test.
 */
export async function startListeningClub() {
  const browser = await openBrowser({ provoked: UNREACHABLE });
  const club = await startClub({ environment: { LOG_LEVEL: "warn" } });
  await club.makeAdmin();
  const bookId = await importLongAudiobook(club);
  const device = devices(browser, club);
  afterEach(() => device.closeAll());
  afterAll(async () => {
    await browser.close();
    await club.stop();
  });
  return { club, bookId, device };
}
