import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { bmp, jpegWithExif, png } from "#tests/support/pictures.ts";
import { createStorage } from "#tests/support/storage.ts";

import { createDerivedFiles } from "./derived-files.ts";
import { createPictures, picturePath, type Pictures } from "./images.ts";
import { createSandbox } from "./sandbox.ts";

let storage: Awaited<ReturnType<typeof createStorage>>;
let pictures: Pictures;
beforeAll(async () => {
  storage = await createStorage();
  const sandbox = createSandbox();
  pictures = createPictures(storage.disk, sandbox, createDerivedFiles(storage.disk, sandbox));
});
afterAll(() => storage.remove());

const openStoredFile = (address: string) => Bun.file(storage.disk.absolute(picturePath(address)));

test("a picture is stored as WebP under the hash of its content", async () => {
  const address = await pictures.store(await png(), "covers");
  expect(address).toMatch(/^\/api\/covers\/[0-9a-f]{64}\.webp$/);
  const bytes = await openStoredFile(address).bytes();
  expect(address).toContain(new Bun.CryptoHasher("sha256").update(bytes).digest("hex"));
  expect(await new Bun.Image(bytes).metadata()).toMatchObject({ format: "webp", width: 60, height: 90 });
});

test("the same picture twice is one file", async () => {
  const firstAddress = await pictures.store(await png(33, 44), "avatars");
  expect(await pictures.store(await png(33, 44), "avatars")).toBe(firstAddress);
  expect(readdirSync(join(storage.root, "avatars"))).toHaveLength(1);
});

test("scales a large picture to 1200 px, and leaves a small one", async () => {
  const largePicture = await pictures.store(await png(2000, 1000), "covers");
  expect(await new Bun.Image(await openStoredFile(largePicture).bytes()).metadata()).toMatchObject({
    width: 1200,
    height: 600,
  });
});

test("removes a photo's location and device", async () => {
  const photoWithExif = await jpegWithExif();
  expect(photoWithExif.includes("GPS-SECRET")).toBe(true);
  const bytes = Buffer.from(await openStoredFile(await pictures.store(photoWithExif, "avatars")).bytes());
  expect(bytes.includes("GPS-SECRET")).toBe(false);
  expect(bytes.includes("EXIF")).toBe(false);
});

test("removes data appended to a picture", async () => {
  const polyglot = Buffer.concat([await png(), Buffer.from("<script>alert(1)</script>")]);
  const bytes = Buffer.from(await openStoredFile(await pictures.store(polyglot, "covers")).bytes());
  expect(bytes.includes("<script>")).toBe(false);
});

test.each<[string, string | Uint8Array]>([
  ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ["a web page", "<!doctype html><script>alert(1)</script>"],
  ["a HEIC", "\0\0\0\x18ftypheic\0\0\0\0mif1heic"],
  ["a TIFF", "II*\0\x08\0\0\0"],
  ["nothing", ""],
])("%s is not a picture", async (_, bytes) => {
  await expect(pictures.store(Buffer.from(bytes), "covers")).rejects.toMatchObject({ code: "wrong-type" });
});

test("refuses a picture of 20,000 × 20,000 px before decoding it", async () => {
  const bytes = await png();
  bytes.writeUInt32BE(20_000, 16);
  bytes.writeUInt32BE(20_000, 20);
  await expect(pictures.store(bytes, "covers")).rejects.toMatchObject({ code: "too-large" });
});

test("a BMP of 30 megapixels is refused by its header", async () => {
  const header = bmp(10, 10);
  header.writeInt32LE(6000, 18);
  header.writeInt32LE(5000, 22);
  await expect(pictures.store(header, "covers")).rejects.toMatchObject({ code: "too-large" });
});

test("a truncated picture is rejected, and the next one is stored", async () => {
  const validPng = await png();
  await expect(pictures.store(validPng.subarray(0, 60), "covers")).rejects.toMatchObject({ code: "invalid" });
  expect(await pictures.store(validPng, "covers")).toContain("/api/covers/");
});
