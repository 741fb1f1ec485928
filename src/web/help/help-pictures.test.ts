import { expect, test } from "bun:test";

import { HELP_PICTURES, HELP_PICTURES_SHOW } from "#tests/screens/help-pictures.ts";

import SIZES from "./help-pictures.json";

test("includes each picture, small and in the given size", async () => {
  const names = HELP_PICTURES.map(({ name }) => name);
  expect(Object.keys(SIZES)).toEqual(names);
  expect(Object.keys(await Bun.file(HELP_PICTURES_SHOW).json())).toEqual(names);
  for (const [name, size] of Object.entries(SIZES)) {
    const bytes = await Bun.file(`src/web/images/help ${name}.webp`).bytes();
    expect(bytes.length).toBeLessThanOrEqual(45_000);
    const { width, height } = await new Bun.Image(bytes).metadata();
    expect(Math.abs(width / height - size.width / size.height)).toBeLessThan(0.01);
  }
});
