import { expect, test } from "bun:test";

import { drawnOf, readDrawn, WEB } from "./drawn.ts";
import { pictures } from "./pictures.ts";

const drawn = await readDrawn();
const all = Object.entries(pictures);
const bytesOf = (path: string) => Bun.file(WEB + path).bytes();
const sizeOf = async (bytes: Uint8Array) => {
  const { width, height } = await new Bun.Image(bytes).metadata();
  return [width, height];
};

test.each(all)("%s is what art draws today: run 'bun run art' if not", async (path, picture) => {
  expect(drawnOf(picture, await bytesOf(path))).toEqual(drawn[path] ?? { recipe: "", file: "" });
});

test("every picture the club serves is drawn here, and nothing else is on record", () => {
  const found = [...new Bun.Glob("**/*.{avif,gif,ico,jpg,png,svg,webp}").scanSync(WEB)];
  // those of Help are screenshots
  const served = found.filter((path) => !path.startsWith("images/help "));
  expect(served.toSorted()).toEqual(Object.keys(pictures).toSorted());
  expect(Object.keys(drawn)).toEqual(Object.keys(pictures).toSorted());
});

test("each file has the size its recipe promises", async () => {
  for (const [path, picture] of all) {
    if (picture.kind === "svg") expect(await Bun.file(WEB + path).text()).toBe(picture.draw());
    else if (picture.kind !== "ico") expect(await sizeOf(await bytesOf(path))).toEqual([picture.width, picture.height]);
  }
});

test("a changed line, crop, quality or file is noticed", async () => {
  const bytes = await bytesOf("images/icon 192.png");
  const picture = pictures["images/mascot fall.webp"];
  if (picture?.kind !== "webp") throw new Error("The mascot is no WebP picture any more.");
  const before = drawnOf(picture, bytes);
  const moved = () => picture.draw().replace("<path", '<path opacity=".5"');
  expect(drawnOf({ ...picture, draw: moved }, bytes).recipe).not.toBe(before.recipe);
  expect(drawnOf({ ...picture, crop: { ...picture.crop, x: 1 } }, bytes).recipe).not.toBe(before.recipe);
  expect(drawnOf({ ...picture, quality: 73 }, bytes).recipe).not.toBe(before.recipe);
  expect(drawnOf(picture, bytes.with(99, 0)).file).not.toBe(before.file);
  expect(drawnOf({ ...picture, draw: () => picture.draw() }, bytes)).toEqual(before);
});
