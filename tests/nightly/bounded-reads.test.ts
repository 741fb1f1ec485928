import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type ApiClient, callAsAdmin } from "#tests/support/api-client.ts";
import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { jsonOf } from "#tests/support/json.ts";
import { m4b } from "#tests/support/m4b.ts";
import { until } from "#tests/support/poll-until.ts";
import { importBook } from "#tests/support/reader-page.ts";
import { bookOf, plainChapters } from "#tests/support/reading-book.ts";

const MB = 1024 * 1024;

const folder = mkdtempSync(join(tmpdir(), "bookclub-small-disk-"));
const storageDir = join(folder, "disk");
mkdirSync(storageDir);
const canMount =
  process.getuid?.() === 0 &&
  Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=120m", "tmpfs", storageDir], { stderr: "ignore" }).exitCode === 0;

let club: RunningClub;
let ada: ApiClient;
beforeAll(async () => {
  club = await startClub({ storageDir, environment: { LOG_LEVEL: "error", NIGHTLY_BACKUP: "off" } });
  await club.makeAdmin();
  ada = await callAsAdmin(club);
}, 60_000);
afterAll(async () => {
  await club.stop();
  if (canMount) Bun.spawnSync(["umount", storageDir]);
  rmSync(folder, { recursive: true, force: true });
});

/** Two hours whose chunks are all at one place, each as large as the tables say: 200 GB in a file of 5 MB. */
function createLyingM4b(): Buffer {
  const file = m4b({ seconds: 7200, gap: 1 });
  const [stco, stsz] = [file.indexOf("stco") + 4, file.indexOf("stsz") + 4];
  const count = file.readUInt32BE(stco + 4);
  for (let at = 0; at < count; at += 1) {
    file.writeUInt32BE(8, stco + 8 + 4 * at);
    file.writeUInt32BE(700_000, stsz + 12 + 4 * at);
  }
  return file;
}

test("refuses an audiobook whose tables claim 200 GB", async () => {
  const audioPath = join(folder, "lying.m4b");
  await Bun.write(audioPath, createLyingM4b());
  const ebook = bookOf({ chapters: plainChapters([9000, 9000]) });
  await expect(importBook(club, { title: "Lying", month: "2026-02", ebook, audioPath })).rejects.toThrow(
    "it's incomplete or damaged",
  );
}, 300_000);

describe.skipIf(!canMount)("on a disk of 120 MB (skipped without the right to mount one)", () => {
  test("doesn't unpack an eBook's own audio that would fill it", async () => {
    const smil =
      '<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body><seq><par><text src="../text/c1.xhtml#a"/><audio src="../a.mp3" clipBegin="0" clipEnd="9s"/></par></seq></body></smil>';
    const ebook = bookOf({
      chapters: [{ title: "One", overlay: "m0", body: '<p id="a">A table was long.</p>' }],
      more: [
        { name: "smil/1.smil", type: "application/smil+xml", data: smil },
        { name: "a.mp3", type: "audio/mpeg", data: Buffer.alloc(60 * MB), stored: true },
      ],
    });
    const bookId = await importBook(club, { title: "Narrated", month: "2026-03", ebook });
    const freeBytes = () => {
      const { bavail, bsize } = statfsSync(storageDir);
      return bavail * bsize;
    };
    const before = freeBytes();
    let least = before;
    const sampler = setInterval(() => (least = Math.min(least, freeBytes())), 2);
    const isAligned = async () =>
      (await jsonOf(ada.call("GET", `/api/books/${bookId}/sentences?section=0`))).sentences.length > 0;
    await until(async () => least < 20 * MB || (await isAligned()));
    clearInterval(sampler);
    console.log(`at least ${Math.round(least / MB)} of ${Math.round(before / MB)} MB stayed free`);
    expect(before - least).toBeLessThan(20 * MB);
    expect((await ada.call("POST", "/api/posts", { content: "Brie" })).status).toBe(201);
  }, 300_000);
});
