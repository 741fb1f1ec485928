import { expect, test } from "bun:test";

import { mascot } from "./mascot.ts";
import { WINE } from "./palette.ts";
import { reader } from "./reader.ts";

const wool = ["#5a4236", "#8d6f58", "#bfa07c", "#e2caa2", "#f8e8c6"];
const shapes = (svg: string) => svg.match(/<(path|ellipse|circle|rect)\b/g)?.length ?? 0;

test("a mascot has at most 60 shapes and no filter", () => {
  for (const holds of ["book", "glass"] as const) {
    const svg = mascot({ jersey: wool, stripes: "#2f5f86", neckwear: "scarf", holds, headphones: "#8f2238" });
    expect(shapes(svg)).toBeLessThanOrEqual(60);
    expect(svg).not.toContain("filter");
  }
});

test("the painted mouse is drawn the same each time", () => {
  const draw = () =>
    reader({ light: [-1, 0, 0.5], jersey: wool, book: { ramp: WINE, ribbon: "#d9a441" }, neckwear: "" });
  expect(draw()).toBe(draw());
});
