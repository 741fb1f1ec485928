import { describe, expect, test } from "bun:test";

import { heroImages } from "./hero.ts";

const fileOf = (url: string) => `${import.meta.dir}/${decodeURI(url).replace("/images/", "")}`;

/** The marker of the frame header: 0xC0 baseline, 0xC2 progressive. */
function findFrameMarker(jpeg: Uint8Array) {
  for (let offset = 2; offset < jpeg.length;) {
    const marker = jpeg[offset + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) return marker;
    offset += 2 + ((jpeg[offset + 2] ?? 0) << 8) + (jpeg[offset + 3] ?? 0);
  }
  return 0;
}

describe.each(Object.entries(heroImages))("the %s hero", (season, hero) => {
  test("has the spec's file name", () => {
    expect(decodeURI(hero.jpg)).toBe(`/images/book mouse ${season}.jpg`);
  });

  test("is a progressive JPEG of at least 1600 × 700, 180 KB at most", async () => {
    const bytes = await Bun.file(fileOf(hero.jpg)).bytes();
    const { width, height } = await new Bun.Image(bytes).metadata();
    expect(width).toBeGreaterThanOrEqual(1600);
    expect(height).toBeGreaterThanOrEqual(700);
    expect(bytes.length).toBeLessThanOrEqual(180 * 1024);
    expect(findFrameMarker(bytes)).toBe(0xc2);
  });

  test("is lighter as WebP, and lighter still for phones", async () => {
    const fetchSize = async (url: string) => (await Bun.file(fileOf(url)).bytes()).length;
    expect(await fetchSize(hero.webp)).toBeLessThan(await fetchSize(hero.jpg));
    expect(await fetchSize(hero.narrowWebp)).toBeLessThan(await fetchSize(hero.webp));
  });

  test("exists in every size its source sets name, none over 180 KB", async () => {
    for (const entry of [hero.wideSet, hero.narrowSet, hero.phoneSet, hero.bandSet].flatMap((set) => set.split(", "))) {
      const [url = "", width = ""] = entry.split(" ");
      const file = Bun.file(fileOf(url));
      expect(file.size).toBeLessThanOrEqual(180 * 1024);
      expect((await new Bun.Image(await file.bytes()).metadata()).width).toBe(Number.parseInt(width, 10));
    }
  });

  test("is at most 14 KB above the sign-in form of a common phone", () => {
    expect(Bun.file(fileOf(decodeURI(hero.bandSet.split(" ")[0] ?? ""))).size).toBeLessThanOrEqual(14 * 1024);
  });

  test("is at most 40 KB on a common phone", () => {
    expect(Bun.file(fileOf(decodeURI(hero.phoneSet.split(" ")[0] ?? ""))).size).toBeLessThanOrEqual(40 * 1024);
  });
});
