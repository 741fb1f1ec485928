import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { bmp, jpegWithExif, png } from "#tests/support/images.ts";
import { createStorage } from "#tests/support/storage.ts";

import { createDerivedFiles } from "./derived-files.ts";
import { createImageStore, imagePath, type ImageStore } from "./images.ts";
import { createSandbox } from "./sandbox.ts";

let storage: Awaited<ReturnType<typeof createStorage>>;
let images: ImageStore;
beforeAll(async () => {
  storage = await createStorage();
  const sandbox = createSandbox();
  images = createImageStore(storage.disk, sandbox, createDerivedFiles(storage.disk, sandbox));
});
afterAll(() => storage.remove());

const openStoredFile = (address: string) => Bun.file(storage.disk.absolute(imagePath(address)));

test("an image is stored as WebP under the hash of its content", async () => {
  const address = await images.store(await png(), "covers");
  expect(address).toMatch(/^\/api\/covers\/[0-9a-f]{64}\.webp$/);
  const bytes = await openStoredFile(address).bytes();
  expect(address).toContain(new Bun.CryptoHasher("sha256").update(bytes).digest("hex"));
  expect(await new Bun.Image(bytes).metadata()).toMatchObject({ format: "webp", width: 60, height: 90 });
});

test("the same image twice is one file", async () => {
  const firstAddress = await images.store(await png(33, 44), "avatars");
  expect(await images.store(await png(33, 44), "avatars")).toBe(firstAddress);
  expect(readdirSync(join(storage.root, "avatars"))).toHaveLength(1);
});

test("scales a large image to 1200 px, and leaves a small one", async () => {
  const largeImage = await images.store(await png(2000, 1000), "covers");
  expect(await new Bun.Image(await openStoredFile(largeImage).bytes()).metadata()).toMatchObject({
    width: 1200,
    height: 600,
  });
});

test("removes a photo's location and device", async () => {
  const photoWithExif = await jpegWithExif();
  expect(photoWithExif.includes("GPS-SECRET")).toBe(true);
  const bytes = Buffer.from(await openStoredFile(await images.store(photoWithExif, "avatars")).bytes());
  expect(bytes.includes("GPS-SECRET")).toBe(false);
  expect(bytes.includes("EXIF")).toBe(false);
});

test("removes data appended to an image", async () => {
  const polyglot = Buffer.concat([await png(), Buffer.from("<script>alert(1)</script>")]);
  const bytes = Buffer.from(await openStoredFile(await images.store(polyglot, "covers")).bytes());
  expect(bytes.includes("<script>")).toBe(false);
});

test.each<[string, string | Uint8Array]>([
  ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ["a web page", "<!doctype html><script>alert(1)</script>"],
  ["a HEIC", "\0\0\0\x18ftypheic\0\0\0\0mif1heic"],
  ["a TIFF", "II*\0\x08\0\0\0"],
  ["nothing", ""],
])("%s is not an image", async (_, bytes) => {
  await expect(images.store(Buffer.from(bytes), "covers")).rejects.toMatchObject({ code: "wrong-type" });
});

test("refuses an image of 20,000 × 20,000 px before decoding it", async () => {
  const bytes = await png();
  bytes.writeUInt32BE(20_000, 16);
  bytes.writeUInt32BE(20_000, 20);
  await expect(images.store(bytes, "covers")).rejects.toMatchObject({ code: "too-large" });
});

test("a BMP of 30 megapixels is refused by its header", async () => {
  const header = bmp(10, 10);
  header.writeInt32LE(6000, 18);
  header.writeInt32LE(5000, 22);
  await expect(images.store(header, "covers")).rejects.toMatchObject({ code: "too-large" });
});

test("a truncated image is rejected, and the next one is stored", async () => {
  const validPng = await png();
  await expect(images.store(validPng.subarray(0, 60), "covers")).rejects.toMatchObject({ code: "invalid" });
  expect(await images.store(validPng, "covers")).toContain("/api/covers/");
});
