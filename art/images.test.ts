import { expect, test } from "bun:test";

import { hashRendering, readDrawing, readRenderedHashes, WEB_FOLDER } from "./drawn.ts";
import { FAVICON, images } from "./images.ts";

const renderedHashes = await readRenderedHashes();
const imageEntries = Object.entries(images);
const bytesOf = (path: string) => Bun.file(WEB_FOLDER + path).bytes();
const sizeOf = async (bytes: Uint8Array) => {
  const { width, height } = await new Bun.Image(bytes).metadata();
  return [width, height];
};

test.each(imageEntries)("%s matches its drawing: run 'bun run art' if not", async (path, image) => {
  expect(hashRendering(image, await bytesOf(path))).toBe(renderedHashes[path] ?? "");
});

test("lists every served image, and no other", () => {
  const imageFiles = [...new Bun.Glob("**/*.{avif,gif,ico,jpg,png,svg,webp}").scanSync(WEB_FOLDER)];
  // those of Help are screenshots
  const servedImages = imageFiles.filter((path) => !path.startsWith("images/help "));
  expect(servedImages.toSorted()).toEqual([...Object.keys(images), FAVICON].toSorted());
  expect(Object.keys(renderedHashes)).toEqual(Object.keys(images).toSorted());
});

test("each file has the size in the list", async () => {
  for (const [path, image] of imageEntries) {
    if (image.kind !== "ico") expect(await sizeOf(await bytesOf(path))).toEqual([image.width, image.height]);
  }
});

test("detects a changed line, crop, quality or file", async () => {
  const bytes = await bytesOf("images/icon 192.png");
  const image = images["images/mascot fall.webp"];
  if (image?.kind !== "webp") throw new Error("The mascot is no WebP image any more.");
  const originalHash = hashRendering(image, bytes);
  const changedDrawing = (path: string) => readDrawing(path).replace("<path", '<path opacity="0.5"');
  expect(hashRendering(image, bytes, changedDrawing)).not.toBe(originalHash);
  expect(hashRendering({ ...image, crop: { ...image.crop, x: 1 } }, bytes)).not.toBe(originalHash);
  expect(hashRendering({ ...image, quality: 73 }, bytes)).not.toBe(originalHash);
  expect(hashRendering(image, bytes.with(99, 0))).not.toBe(originalHash);
  expect(hashRendering({ ...image }, bytes)).toBe(originalHash);
});
