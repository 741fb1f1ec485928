import { describe, expect, it } from "bun:test";

import { seasons, themes } from "../../tailwind.config.ts";

/** Text that stands on a ground: at least 4.5 to 1 (WCAG 2.2, 1.4.3). */
const TEXT: [string, string][] = [
  ...["paper", "sheet", "sunk", "season-tint", "danger-tint", "wine-tint"].map((ground): [string, string] => [
    "ink",
    ground,
  ]),
  ...["paper", "sheet", "sunk", "season-tint"].map((ground): [string, string] => ["ink-soft", ground]),
  ...["paper", "sheet", "season-tint"].map((ground): [string, string] => ["season", ground]),
  ...["paper", "sheet", "sunk", "wine-tint"].map((ground): [string, string] => ["wine", ground]),
  ...["paper", "sheet", "danger-tint"].map((ground): [string, string] => ["danger", ground]),
  ["success", "sheet"],
  ...["wine-solid", "wine-deep", "danger-solid", "season-solid", "season-deep"].map((ground): [string, string] => [
    "on-solid",
    ground,
  ]),
];

/** Edges of boxes and the focus ring: at least 3 to 1 (WCAG 2.2, 1.4.11). */
const EDGES: [string, string][] = [
  ["line-strong", "sheet"],
  ["line-strong", "paper"],
  ["season", "paper"],
  ["season", "sheet"],
];

describe("the palette", () => {
  for (const theme of ["light", "dark"] as const) {
    for (const [season, colours] of Object.entries(seasons)) {
      const palette: Record<string, string> = { ...themes[theme], ...colours[theme] };
      it(`is readable in ${season}, ${theme}`, () => {
        const low = [...TEXT.map((pair) => [...pair, 4.5] as const), ...EDGES.map((pair) => [...pair, 3] as const)]
          .map(([over, ground, least]) => ({ over, ground, least, ratio: contrast(palette[over], palette[ground]) }))
          .filter(({ ratio, least }) => !(ratio >= least));
        expect(low).toEqual([]);
      });
    }
  }
});

function contrast(one = "", other = ""): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
