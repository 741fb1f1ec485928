import { describe, expect, test } from "bun:test";
import { join } from "node:path";

import { decode } from "fast-png";

import { seasons, themes } from "../../../tailwind.config.ts";

const KB = 1024;
const WEB = join(import.meta.dir, "..");
const bytesOf = (address: string) => Bun.file(join(WEB, address)).bytes();
const sizeOf = async (bytes: Uint8Array) => {
  const { width, height } = await new Bun.Image(bytes).metadata();
  return [width, height];
};
type Manifest = {
  theme_color: string;
  background_color: string;
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
};
const manifest: Manifest = await Bun.file(join(WEB, "manifest.webmanifest")).json();
const page = await Bun.file(join(WEB, "index.html")).text();

/** An image's opacity from 0 to 255, at its top left corner and in the middle. */
async function alphasOf(address: string) {
  const png = await new Bun.Image(await bytesOf(address)).png().bytes();
  const { data, width, height, channels } = decode(png);
  const alphaAt = (x: number, y: number) => (channels === 4 ? data[(y * width + x) * channels + 3] : 255);
  return { corner: alphaAt(1, 1), middle: alphaAt(width >> 1, height >> 1) };
}

test.each(["spring", "summer", "fall", "winter"])("the mascot of %s is light, and cut out", async (season) => {
  const address = `images/mascot ${season}.webp`;
  expect((await bytesOf(address)).length).toBeLessThanOrEqual(20 * KB);
  expect(await alphasOf(address)).toEqual({ corner: 0, middle: 255 });
});

test.each([...new Bun.Glob("mouse *.webp").scanSync(import.meta.dir)])("%s is light, and cut out", async (name) => {
  expect((await bytesOf(`images/${name}`)).length).toBeLessThanOrEqual(12 * KB);
  expect((await alphasOf(`images/${name}`)).corner).toBe(0);
});

describe("the club's icon", () => {
  test("is in the manifest in the needed sizes, with its file", async () => {
    const iconSizes = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? "any"}`);
    expect(iconSizes).toEqual(["any any", "192x192 any", "512x512 any", "512x512 maskable"]);
    for (const { src, sizes } of manifest.icons.filter(({ type }) => type === "image/png")) {
      expect((await sizeOf(await bytesOf(decodeURI(src)))).join("x")).toBe(sizes);
    }
  });

  test("has round corners, except where the device rounds it", async () => {
    expect(await alphasOf("images/icon 512.png")).toEqual({ corner: 0, middle: 255 });
    expect(await alphasOf("images/icon 512 maskable.png")).toEqual({ corner: 255, middle: 255 });
    expect(await alphasOf("images/apple-touch-icon.png")).toEqual({ corner: 255, middle: 255 });
  });

  test("is in favicon.ico in each size that a tab shows", async () => {
    const ico = await bytesOf("favicon.ico");
    const view = new DataView(ico.buffer);
    const sides = [16, 32, 48];
    expect(view.getUint16(4, true)).toBe(sides.length);
    for (const [i, side] of sides.entries()) {
      const [length, offset] = [view.getUint32(14 + 16 * i, true), view.getUint32(18 + 16 * i, true)];
      expect(await sizeOf(ico.subarray(offset, offset + length))).toEqual([side, side]);
    }
  });

  test("is a small drawing in the tab", () => {
    expect(Bun.file(join(WEB, "images/favicon.svg")).size).toBeLessThanOrEqual(8 * KB);
  });
});

test("is light enough for a shared link's preview", async () => {
  expect((await bytesOf("images/social.jpg")).length).toBeLessThanOrEqual(150 * KB);
});

test("every image that the page's head names is there", async () => {
  const addresses = [...page.matchAll(/(?:href|content)="(\/[^"]+)"/g)].map(([, address]) => address ?? "");
  expect(addresses).toContain("/manifest.webmanifest");
  expect(addresses).toContain("/images/social.jpg");
  for (const address of addresses) expect(await Bun.file(join(WEB, address)).exists()).toBe(true);
});

test("colors the browser's bar and the installed app", () => {
  const lightColor = seasons.default.light["season-solid"];
  const darkColor = seasons.default.dark["season-deep"];
  expect(page).toContain(`media="(prefers-color-scheme: light)" content="${lightColor}"`);
  expect(page).toContain(`media="(prefers-color-scheme: dark)" content="${darkColor}"`);
  expect(manifest).toMatchObject({ theme_color: lightColor, background_color: themes.light.paper });
});
