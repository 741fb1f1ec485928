import { afterAll, afterEach } from "bun:test";

import { openBrowser } from "./browser.ts";
import { startClub } from "./executable.ts";
import { importLongAudiobook } from "./long-audiobook.ts";
import { devices } from "./player-page.ts";

/**
 * The running club of a file of player journeys, with a three-hour audiobook and its admin "ada". `device.open()` gives a
 * device on which she is signed in and the player stands ready. All of it ends with the file, devices with their test.
 */
export async function startListeningClub() {
  const browser = await openBrowser();
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
