import { expect, test } from "bun:test";

import { dragTo } from "./scrub.ts";

const startedDrag = { raw: null, value: 0, startY: 300, y: 300 };

test("on the slider the value follows the pointer", () => {
  expect(dragTo(dragTo(startedDrag, 400, 0, 1000), 500, 0, 1000).value).toBe(500);
});

test.each([
  [340, 500],
  [240, 450],
  [420, 425],
  [100, 410],
])("at a height of %p, begun at 300, a move of 100 leads from 400 to %p", (y, value) => {
  const drag = dragTo(startedDrag, 400, 0, 1000);
  expect(dragTo({ ...drag, y }, 500, 0, 1000).value).toBe(value);
});

test("a fine drag stays on the slider", () => {
  const drag = { ...dragTo(startedDrag, 990, 0, 1000), y: 420 };
  expect(dragTo(drag, 1090, 0, 1000).value).toBe(1000);
});
