import { expect, test } from "bun:test";

import { HELP_CONTROLS_FILE, HELP_IMAGES } from "#tests/screens/help-images.ts";

import SIZES from "./help-images.json";

test("includes each image, small and in the given size", async () => {
  const names = HELP_IMAGES.map(({ name }) => name);
  expect(Object.keys(SIZES)).toEqual(names);
  expect(Object.keys(await Bun.file(HELP_CONTROLS_FILE).json())).toEqual(names);
  for (const [name, size] of Object.entries(SIZES)) {
    const bytes = await Bun.file(`src/web/images/help ${name}.webp`).bytes();
    expect(bytes.length).toBeLessThanOrEqual(45_000);
    const { width, height } = await new Bun.Image(bytes).metadata();
    expect(Math.abs(width / height - size.width / size.height)).toBeLessThan(0.01);
  }
});
