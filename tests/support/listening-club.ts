import { afterEach } from "bun:test";

import { startBrowserClub } from "./browser-club.ts";
import type { RunningClub } from "./executable.ts";
import { UNHEARD, UNREACHABLE } from "./expected-console-errors.ts";
import { devices } from "./player-page.ts";
import { importBook } from "./reader-page.ts";

/** Three hours of silence in 31 chapters, in seconds. */
export const AUDIO_SECONDS = 3 * 3600;
const chapters = Array.from({ length: 31 }, (_, index) => ({ title: `Evening ${index + 1}`, start: index * 340 }));

const importLongAudiobook = (club: RunningClub): Promise<number> =>
  importBook(club, {
    title: "Thirty-one Evenings",
    audio: { seconds: AUDIO_SECONDS, chapters, narrator: "Nell Quiet", indexAtEnd: true },
  });

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
