import { afterEach } from "bun:test";

import { startBrowserClub } from "./browser-club.ts";
import { UNHEARD, UNREACHABLE } from "./expected-console-errors.ts";
import { importLongAudiobook } from "./long-audiobook.ts";
import { devices } from "./player-page.ts";

/**
 * A running club with a three-hour audiobook and its admin "ada". `device.open()` returns a signed-in page with the
 * player. Everything closes with the file, pages with their test.
 */
export async function startListeningClub() {
  const { browser, club } = await startBrowserClub({ provoked: new RegExp(`${UNREACHABLE.source}|${UNHEARD.source}`) });
  const bookId = await importLongAudiobook(club);
  const device = devices(browser, club);
  afterEach(() => device.closeAll());
  return { club, bookId, device };
}
