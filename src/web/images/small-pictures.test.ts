import { describe, expect, test } from "bun:test";

import { decode } from "fast-png";

const KB = 1024;
const bytesOf = (name: string) => Bun.file(`${import.meta.dir}/${name}`).bytes();
const pixelsOf = async (name: string) => decode(await new Bun.Image(await bytesOf(name)).png().bytes());

describe.each(["spring", "summer", "fall", "winter"])("the mascot of %s", (season) => {
  const name = `mascot ${season}.webp`;

  test("is sharp on dense screens and light", async () => {
    const bytes = await bytesOf(name);
    const { width, height } = await new Bun.Image(bytes).metadata();
    expect([width, height]).toEqual([256, 256]);
    expect(bytes.length).toBeLessThanOrEqual(20 * KB);
  });

  test("is cut out: see-through around the mouse, solid in the middle", async () => {
    const { data, width, height, channels } = await pixelsOf(name);
    expect(channels).toBe(4);
    const alphaAt = (x: number, y: number) => data[(y * width + x) * channels + 3];
    expect(alphaAt(1, 1)).toBe(0);
    expect(alphaAt(width - 2, 1)).toBe(0);
    expect(alphaAt(width >> 1, height >> 1)).toBe(255);
  });
});
