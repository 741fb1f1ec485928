import { afterAll, beforeAll, expect, test } from "bun:test";

import { openBrowser } from "#tests/support/browser.ts";
import { ADMIN_PASSWORD, type RunningClub, startClub } from "#tests/support/executable.ts";
import { multipart, MULTIPART_TYPE } from "#tests/support/forms.ts";
import { signedIn } from "#tests/support/large-upload.ts";
import { m4b } from "#tests/support/m4b.ts";
import { button, isPlaying, openPlayer, seek, untilPast } from "#tests/support/player-page.ts";

/** Seconds of a book of 50 MB, so that no browser loads all of it in advance. */
const AUDIO_SECONDS = 600;

let club: RunningClub;
let admin: Awaited<ReturnType<typeof signedIn>>;
const browser = await openBrowser();

beforeAll(async () => {
  club = await startClub({ environment: { LOG_LEVEL: "warn" } });
  admin = await signedIn(club);
  await upload(m4b({ title: "First", seconds: AUDIO_SECONDS, gap: 2000 }));
}, 300_000);
afterAll(async () => {
  await browser.close();
  await club.stop();
});

async function upload(data: Buffer): Promise<void> {
  const response = await fetch(`${club.url}/api/upload/audiobook`, {
    method: "POST",
    body: multipart([
      { name: "bookId", data: String(admin.bookId) },
      { name: "audiobook", filename: "emma.m4b", data },
    ]),
    headers: { cookie: admin.cookie, "content-type": MULTIPART_TYPE },
  });
  expect(response.status).toBe(201);
}

test("finishes the old book, and gets the new after a reload", async () => {
  const page = await browser.signedIn({ club }, "ada", ADMIN_PASSWORD);
  const parts: string[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/api/download/"))
      parts.push(`${response.status()} ${response.headers()["content-range"]}`);
  });
  await openPlayer(page);
  await button(page, "Play").click();
  await untilPast(page, 1);
  await upload(m4b({ title: "Second", seconds: 60 }));
  const partsBefore = parts.length;
  await seek(page, AUDIO_SECONDS * 0.9);
  await untilPast(page, AUDIO_SECONDS * 0.9 + 2);
  expect(await isPlaying(page)).toBe(true);
  expect(parts.length).toBeGreaterThan(partsBefore);
  await openPlayer(page);
  await page.waitForFunction(() => (document.querySelector("audio")?.duration ?? Infinity) < 62);
}, 300_000);
