import { describe, expect, test } from "bun:test";

import { decode } from "fast-png";

import { type Box, heroes } from "./hero.ts";

const fileOf = (url: string) => `${import.meta.dir}/${url.replace("/images/", "")}`;

/** sRGB to linear light, for each of the 256 values. */
const LINEAR = Array.from({ length: 256 }, (_, i) => (i <= 10 ? i / 255 / 12.92 : ((i / 255 + 0.055) / 1.055) ** 2.4));
const luminance = (r: number, g: number, b: number) =>
  0.2126 * (LINEAR[r] ?? 0) + 0.7152 * (LINEAR[g] ?? 0) + 0.0722 * (LINEAR[b] ?? 0);
const luminanceOf = (hex: string) => {
  const value = Number.parseInt(hex.slice(1), 16);
  return luminance(value >> 16, (value >> 8) & 255, value & 255);
};
const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/** The contrast that all but one in a thousand of the box's pixels reach. */
async function contrastIn(file: string, box: Box, ink: string) {
  const { data, width, height, channels } = decode(await new Bun.Image(file).png({ compressionLevel: 0 }).bytes());
  expect(box.left + box.width).toBeLessThanOrEqual(width);
  expect(box.top + box.height).toBeLessThanOrEqual(height);
  const inkLuminance = luminanceOf(ink);
  const found = new Float32Array(box.width * box.height);
  let count = 0;
  for (let y = box.top; y < box.top + box.height; y++) {
    for (let x = box.left; x < box.left + box.width; x++) {
      const at = (y * width + x) * channels;
      found[count++] = contrast(inkLuminance, luminance(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0));
    }
  }
  return found.toSorted()[Math.floor(count / 1000)] ?? 0;
}

/** The marker of the frame header: 0xC0 baseline, 0xC2 progressive. */
function frameMarker(jpeg: Uint8Array) {
  for (let at = 2; at < jpeg.length;) {
    const marker = jpeg[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) return marker;
    at += 2 + ((jpeg[at + 2] ?? 0) << 8) + (jpeg[at + 3] ?? 0);
  }
  return 0;
}

describe.each(Object.entries(heroes))("the %s hero", (season, hero) => {
  test("has the file name that the specification fixes", () => {
    expect(hero.jpg).toBe(`/images/book mouse ${season}.jpg`);
  });

  test("is a progressive JPEG of at least 1600 × 700 and at most 180 KB", async () => {
    const bytes = await Bun.file(fileOf(hero.jpg)).bytes();
    const { width, height } = await new Bun.Image(bytes).metadata();
    expect(width).toBeGreaterThanOrEqual(1600);
    expect(height).toBeGreaterThanOrEqual(700);
    expect(bytes.length).toBeLessThanOrEqual(180 * 1024);
    expect(frameMarker(bytes)).toBe(0xc2);
  });

  test("is lighter as WebP, and lighter still for phones", async () => {
    const size = async (url: string) => (await Bun.file(fileOf(url)).bytes()).length;
    expect(await size(hero.webp)).toBeLessThan(await size(hero.jpg));
    expect(await size(hero.narrowWebp)).toBeLessThan(await size(hero.webp));
  });

  test("is there in every size that its source sets name, none over 180 KB", async () => {
    for (const entry of [hero.wideSet, hero.narrowSet, hero.phoneSet].flatMap((set) => set.split(", "))) {
      const [url = "", width = ""] = entry.split(" ");
      const file = Bun.file(fileOf(decodeURI(url)));
      expect(file.size).toBeLessThanOrEqual(180 * 1024);
      expect((await new Bun.Image(await file.bytes()).metadata()).width).toBe(Number.parseInt(width, 10));
    }
  });

  test("weighs at most 40 KB on a common phone: it is the first thing that members see", () => {
    expect(Bun.file(fileOf(decodeURI(hero.phoneSet.split(" ")[0] ?? ""))).size).toBeLessThanOrEqual(40 * 1024);
  });

  test("leaves the tagline readable on wide screens", async () => {
    expect(await contrastIn(fileOf(hero.jpg), hero.wideBox, hero.ink)).toBeGreaterThanOrEqual(4.5);
    expect(await contrastIn(fileOf(hero.webp), hero.wideBox, hero.ink)).toBeGreaterThanOrEqual(4.5);
  });

  test("leaves the tagline readable on phones", async () => {
    expect(await contrastIn(fileOf(hero.narrowWebp), hero.narrowBox, hero.ink)).toBeGreaterThanOrEqual(4.5);
  });
});
