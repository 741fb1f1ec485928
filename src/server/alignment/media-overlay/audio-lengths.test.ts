import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";

import type { Part } from "#server/epub/ebooks.ts";
import { mp3 } from "#tests/support/mp3.ts";

import { audioLengths } from "./audio-lengths.ts";
import type { Overlay } from "./read-overlay.ts";

const folder = mkdtempSync(join(tmpdir(), "audio-lengths-"));
afterAll(() => rmSync(folder, { recursive: true }));

const overlayOf = (sounds: string[]): Overlay => ({
  sounds,
  segments: sounds.map((_, sound) => ({ section: 0, sound, start: 0, end: 2, from: 0, to: 1 })),
});

/** Lengths of these parts of a file, and the largest number of bytes unpacked at once. */
async function readLengths(bytes: Uint8Array, parts: [string, Part][]) {
  const testFolder = mkdtempSync(join(folder, "own-"));
  const path = join(testFolder, "book.epub");
  await Bun.write(path, bytes);
  let largestDraft = 0;
  const watcher = watch(
    testFolder,
    () => void (largestDraft = Math.max(largestDraft, Bun.file(join(testFolder, "draft")).size)),
  );
  const lengths = await audioLengths(overlayOf(parts.map(([name]) => name)), path, {
    parts: new Map(parts),
    draft: join(testFolder, "draft"),
  });
  await Bun.sleep(0);
  watcher.close();
  expect(readdirSync(testFolder)).toEqual(["book.epub"]);
  return { lengths, largest: largestDraft };
}

const createPart = (size: number, unpackedSize: number | null, start = 0): Part => ({
  from: "epub",
  start,
  size,
  unpacked: unpackedSize,
  type: "audio/mpeg",
});

test("measures a book's own audio by its frames, packed or not", async () => {
  const sound = mp3({ seconds: 4 });
  const packedAudio = deflateRawSync(sound);
  const { lengths } = await readLengths(Buffer.concat([sound, packedAudio]), [
    ["a", createPart(sound.length, null)],
    ["b", createPart(packedAudio.length, sound.length, sound.length)],
  ]);
  expect(lengths).toEqual([expect.closeTo(4, 1), expect.closeTo(4, 1)]);
});

test("reads the length of compressed audio without unpacking it", async () => {
  const bomb = deflateRawSync(Buffer.alloc(64 * 1024 * 1024));
  const { lengths, largest } = await readLengths(bomb, [["a", createPart(bomb.length, 64 * 1024 * 1024)]]);
  expect([lengths, largest]).toEqual([[2], 0]);
});

test("doesn't unpack more than the disk has room for", async () => {
  const { lengths } = await readLengths(mp3({ seconds: 4 }), [["a", createPart(2 ** 50, null)]]);
  expect(lengths).toEqual([2]);
});

test("the same bytes under many names are unpacked once", async () => {
  const sound = mp3({ seconds: 4 });
  const { lengths } = await readLengths(sound, [
    ["a", createPart(sound.length, null)],
    ["b", createPart(sound.length, null)],
    ["c", createPart(sound.length, null)],
  ]);
  expect(lengths).toEqual([expect.closeTo(4, 1), 2, 2]);
});
