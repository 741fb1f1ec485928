import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createSandbox } from "#server/adapters/sandbox.ts";
import { readPackIndex } from "#server/epub/ebooks.ts";
import { atNight } from "#tests/support/at-night.ts";
import { CONTAINER, MIMETYPE } from "#tests/support/epub.ts";
import { bigPackage, manyTags, matroska, noFrames } from "#tests/support/hostile-books.ts";
import { m4b } from "#tests/support/m4b.ts";
import { mp3 } from "#tests/support/mp3.ts";
import { bookOf } from "#tests/support/reading-book.ts";
import { packedZeros, zip } from "#tests/support/zip.ts";

const folder = mkdtempSync(join(tmpdir(), "hostile-"));
afterAll(() => rmSync(folder, { recursive: true }));
const sandbox = createSandbox();

async function write(bytes: Uint8Array): Promise<string> {
  const path = join(folder, crypto.randomUUID());
  await Bun.write(path, bytes);
  return path;
}

function createOverstatedZip(): Buffer {
  const pages = Array.from({ length: 20 }, (_, at) => ({
    name: `${at}.xhtml`,
    packed: packedZeros(6),
    claimedSize: 6 * 2 ** 20,
  }));
  const bytes = zip([MIMETYPE, CONTAINER, ...pages, { name: "a", data: "x" }]);
  bytes.writeUInt32LE(0xffff_fff0, bytes.lastIndexOf("PK\u0001\u0002") + 20);
  return bytes;
}

function createLongFrames(): Buffer {
  const bytes = m4b();
  bytes.writeUInt32BE(0xffff_ffff, bytes.lastIndexOf("stts") + 16);
  return bytes;
}

describe("a book file designed to exhaust the server", () => {
  test.each<[string, "epub" | "m4b" | "mp3", () => Uint8Array, RegExp]>([
    ["an MP3 of 33 MB of tiny frames", "mp3", () => manyTags(33), /larger than 32 MB/],
    ["Matroska named .m4b", "m4b", () => matroska(2), /can't be read/],
    ["a package document of 4 MB", "epub", () => bigPackage(4), /too large/],
    ["10 MB without a frame named .mp3", "mp3", () => noFrames(10), /can't be read/],
    ["a ZIP that states 4 GB of packed bytes", "epub", createOverstatedZip, /unpack to many times its size/],
    ["an M4B whose 86 frames last 97 days", "m4b", createLongFrames, /many times the length of its sound/],
  ])("%s is refused", async (_, kind, createFile, message) => {
    const path = await write(createFile());
    await expect(sandbox.run([kind, path])).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringMatching(message),
    });
  });

  atNight("an M4B of millions of empty boxes is refused", async () => {
    const path = await write(Buffer.concat([m4b(), Buffer.from("\0\0\0\bfree".repeat(2_000_000))]));
    await expect(sandbox.run(["m4b", path])).rejects.toThrow(/too many parts/);
  });

  test("keeps its first 1,000 chapters of 3,000", async () => {
    const chapters = Array.from({ length: 3000 }, (_, at) => ({ title: `Part ${at}`, start: at, end: at + 1 }));
    const metadata = await sandbox.run(["mp3", await write(mp3({ seconds: 3000, chapters }))]);
    expect(metadata).toMatchObject({ chapters: { length: 1000, 999: { title: "Part 999", start: 999 } } });
  });
});

const PAGE_ITEM = '<item id="c" href="c.xhtml" media-type="application/xhtml+xml"/>';
const PAGE_REFERENCE = '<itemref idref="c"/>';
const IMAGE_ITEM = '<item id="i" href="i.png" media-type="image/png"/>';

function createBookWith(metadata: string, manifest: string, spine: string, encryption = "<encryption/>"): Buffer {
  const data = `<package version="3.0"><metadata>${metadata}</metadata><manifest>${PAGE_ITEM}${manifest}</manifest><spine>${spine}${PAGE_REFERENCE}</spine></package>`;
  return zip([
    MIMETYPE,
    CONTAINER,
    { name: "OEBPS/content.opf", data },
    { name: "OEBPS/c.xhtml", data: "<p>One</p>" },
    { name: "META-INF/encryption.xml", data: encryption },
  ]);
}

function nestTags(tag: string, content: string): string {
  return `<${tag}>b`.repeat(400) + content + `</${tag}>`.repeat(400);
}

describe("a small book that multiplies the work is read in time", () => {
  const createUnknownItem = (at: number) =>
    `<item id="i${at}" href="i${at}.bin" media-type="a/b" fallback="i${at + 1}"/>`;
  test.each<[string, Buffer]>([
    [
      "a chain of 20,000 fallbacks",
      createBookWith(
        "",
        Array.from({ length: 20_000 }, (_, at) => createUnknownItem(at)).join(""),
        '<itemref idref="i0"/>'.repeat(5000),
      ),
    ],
    ["400 nested authors", createBookWith(nestTags("creator", "a<i/>".repeat(140_000)), "", "")],
    [
      "400 nested encrypted files",
      createBookWith("", "", "", nestTags("EncryptedData", '<CipherReference URI="a"/>'.repeat(30_000))),
    ],
    [
      "20,000 named covers",
      createBookWith('<meta name="cover" content="a"/>'.repeat(20_000), IMAGE_ITEM.repeat(20_000), ""),
    ],
  ])("%s", async (_, bytes) => {
    const pack = join(folder, crypto.randomUUID());
    await sandbox.run(["epub", await write(bytes), pack]);
    expect(readPackIndex(pack)).toHaveProperty("contents.sections.length", 1);
  });
});

describe("the worst page that is still shown", () => {
  atNight.each([
    ["300,000 elements, each with an attribute", '<i id="a"/>'.repeat(590_000)],
    ["300,000 paragraphs", "<p>&#1080;</p>".repeat(199_000)],
    ["300,000 named characters", "&nbsp;".repeat(299_000)],
  ])(
    "of %s is prepared within the child process's memory",
    async (_, body) => {
      const book = await write(bookOf({ chapters: [{ title: "One", body }] }));
      const pack = join(folder, crypto.randomUUID());
      await sandbox.run(["epub", book, pack]);
      const index = readPackIndex(pack);
      expect(index).toHaveProperty("contents.sections.length", 1);
      expect(index).not.toHaveProperty("contents.warnings");
    },
    300_000,
  );
});

test("measures a VBR MP3 by its frames, not by its first one", async () => {
  const silentFrame = mp3({ tagged: false, seconds: 1 }).subarray(0, 104);
  const loudFrames = Buffer.concat([Buffer.from([0xff, 0xfb, 0xb0, 0xc4]), Buffer.alloc(626 - 4)]);
  const frameCount = Math.round((240 * 44_100) / 1152);
  const bytes = Buffer.concat([
    ...Array.from({ length: 50 }, () => silentFrame),
    ...Array.from({ length: frameCount - 50 }, () => loudFrames),
  ]);
  expect(await sandbox.run(["mp3", await write(bytes)])).toMatchObject({ seconds: expect.closeTo(240, 0) });
});

test("reads an open-ended index", async () => {
  const book = { title: "Emma", seconds: 3, chapters: [{ title: "One", start: 0 }], padding: 100_000 };
  const bytes = m4b({ ...book, indexAtEnd: true });
  bytes.writeUInt32BE(0, bytes.lastIndexOf("moov") - 4);
  const inspection = await sandbox.run(["m4b", await write(bytes)]);
  expect(inspection).toMatchObject({ seconds: expect.closeTo(3, 0), chapters: book.chapters });
});
