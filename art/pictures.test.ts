import { expect, test } from "bun:test";

import { hashRendering, readDrawing, readRenderedHashes, WEB_FOLDER } from "./drawn.ts";
import { FAVICON, pictures } from "./pictures.ts";

const renderedHashes = await readRenderedHashes();
const pictureEntries = Object.entries(pictures);
const bytesOf = (path: string) => Bun.file(WEB_FOLDER + path).bytes();
const sizeOf = async (bytes: Uint8Array) => {
  const { width, height } = await new Bun.Image(bytes).metadata();
  return [width, height];
};

test.each(pictureEntries)("%s matches its drawing: run 'bun run art' if not", async (path, picture) => {
  expect(hashRendering(picture, await bytesOf(path))).toBe(renderedHashes[path] ?? "");
});

test("lists every served picture, and no other", () => {
  const pictureFiles = [...new Bun.Glob("**/*.{avif,gif,ico,jpg,png,svg,webp}").scanSync(WEB_FOLDER)];
  // those of Help are screenshots
  const servedPictures = pictureFiles.filter((path) => !path.startsWith("images/help "));
  expect(servedPictures.toSorted()).toEqual([...Object.keys(pictures), FAVICON].toSorted());
  expect(Object.keys(renderedHashes)).toEqual(Object.keys(pictures).toSorted());
});

test("each file has the size in the list", async () => {
  for (const [path, picture] of pictureEntries) {
    if (picture.kind !== "ico") expect(await sizeOf(await bytesOf(path))).toEqual([picture.width, picture.height]);
  }
});

test("detects a changed line, crop, quality or file", async () => {
  const bytes = await bytesOf("images/icon 192.png");
  const picture = pictures["images/mascot fall.webp"];
  if (picture?.kind !== "webp") throw new Error("The mascot is no WebP picture any more.");
  const originalHash = hashRendering(picture, bytes);
  const changedDrawing = (path: string) => readDrawing(path).replace("<path", '<path opacity="0.5"');
  expect(hashRendering(picture, bytes, changedDrawing)).not.toBe(originalHash);
  expect(hashRendering({ ...picture, crop: { ...picture.crop, x: 1 } }, bytes)).not.toBe(originalHash);
  expect(hashRendering({ ...picture, quality: 73 }, bytes)).not.toBe(originalHash);
  expect(hashRendering(picture, bytes.with(99, 0))).not.toBe(originalHash);
  expect(hashRendering({ ...picture }, bytes)).toBe(originalHash);
});
