import { expect, test } from "bun:test";

import { scrub } from "./scrub.ts";

const press = { raw: null, value: 0, startY: 300, y: 300 };

test("on the slider the value follows the pointer", () => {
  expect(scrub(scrub(press, 400, 0, 1000), 500, 0, 1000).value).toBe(500);
});

test.each([
  [340, 500],
  [240, 450],
  [420, 425],
  [100, 410],
])("at a height of %p, begun at 300, a move of 100 leads from 400 to %p", (y, value) => {
  const pressed = scrub(press, 400, 0, 1000);
  expect(scrub({ ...pressed, y }, 500, 0, 1000).value).toBe(value);
});

test("a fine drag stays on the slider", () => {
  const pressed = { ...scrub(press, 990, 0, 1000), y: 420 };
  expect(scrub(pressed, 1090, 0, 1000).value).toBe(1000);
});
