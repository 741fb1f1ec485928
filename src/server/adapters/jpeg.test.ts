import { expect, test } from "bun:test";

import { bmp, jpegWithExif, layeredJpeg } from "#tests/support/images.ts";

import { encodeImage, jpegCost } from "./image-encoder.ts";

test("a plain JPEG has one scan and keeps no coefficients", async () => {
  expect(jpegCost(await jpegWithExif())).toEqual({ scanCount: 1, coefficientBytes: 0 });
});

test("has several scans if progressive, at two bytes a sample", async () => {
  const image = await new Bun.Image(bmp(640, 480)).jpeg({ progressive: true }).bytes();
  const { scanCount, coefficientBytes } = jpegCost(image);
  expect(scanCount).toBeGreaterThan(3);
  // one component at full resolution, two at a quarter
  expect(coefficientBytes).toBe(640 * 480 * 1.5 * 2);
  expect((await encodeImage(image)).length).toBeGreaterThan(0);
});

test("25,000 scans are refused before they are decoded", async () => {
  const jpegWithManyScans = await layeredJpeg({ scans: 25_000 });
  // decoding would take minutes, and throw another error
  await expect(encodeImage(jpegWithManyScans)).rejects.toThrow("too many scans");
});

test("refuses a progressive 50-megapixel JPEG by its header", async () => {
  const image = await layeredJpeg({ width: 8000, height: 6250, components: 4 });
  await expect(encodeImage(image)).rejects.toMatchObject({ code: "too-large" });
});

test("no missing or flipped byte makes the count fail", async () => {
  const validJpeg = await layeredJpeg({});
  for (let at = 0; at < validJpeg.length; at++) {
    const badJpeg = Buffer.from(validJpeg);
    badJpeg[at] = (badJpeg[at] ?? 0) ^ 0xff;
    expect(jpegCost(badJpeg).scanCount).toBeGreaterThanOrEqual(0);
    expect(jpegCost(validJpeg.subarray(0, at)).scanCount).toBeGreaterThanOrEqual(0);
  }
});
