import { mix, type Ramp, shadeOf } from "../kit/color.ts";
import { around, pick, type Random } from "../kit/random.ts";
import { path, place } from "../kit/svg.ts";

const BEECH = "M0 0C-8 -5 -11 -15 -6 -24Q-3 -29 0 -34Q3 -29 6 -24C11 -15 8 -5 0 0Z";
const OAK =
  "M0 0C-4 -2 -9 -3 -9 -8C-14 -9 -13 -15 -9 -17C-13 -21 -10 -27 -6 -27C-6 -33 -2 -36 0 -36C2 -36 6 -33 6 -27C10 -27 13 -21 9 -17C13 -15 14 -9 9 -8C9 -3 4 -2 0 0Z";
const MAPLE =
  "M0 0C-3 -3 -6 -3 -11 -2L-10 -7L-19 -9L-14 -14L-21 -20L-12 -22L-13 -29L-6 -25L0 -37L6 -25L13 -29L12 -22L21 -20L14 -14L19 -9L10 -7L11 -2C6 -3 3 -3 0 0Z";

const VEINS = {
  beech: "M0 6L0 -31M0 -8L-6 -14M0 -8L6 -14M0 -16L-5 -22M0 -16L5 -22",
  oak: "M0 6L0 -32M0 -6L-7 -9M0 -6L7 -9M0 -15L-7 -18M0 -15L7 -18M0 -24L-4 -28M0 -24L4 -28",
  maple: "M0 8L0 -33M0 -6L-16 -18M0 -6L16 -18M0 -5L-13 -8M0 -5L13 -8",
} as const;

const SHAPES = { beech: BEECH, oak: OAK, maple: MAPLE } as const;
type LeafKind = keyof typeof SHAPES;
const LEAF_KINDS = ["beech", "oak", "maple"] as const;

export const AUTUMN: Ramp = ["#3e1a18", "#6e2c1c", "#a04c20", "#cf7c2a", "#e8ac48", "#f8dc8a"];

/** A leaf, about 36 long at size 1, positioned by its stem; `tone`: dark to light on the fall ramp. */
export function leaf(
  x: number,
  y: number,
  kind: LeafKind,
  size: number,
  turn: number,
  tone: number,
  squash = 1,
): string {
  const color = shadeOf(AUTUMN, tone);
  return place(
    path(SHAPES[kind], color) +
      `<path d="${SHAPES[kind]}" fill="${mix(color, "#ffd98a", 0.5)}" opacity=".35" transform="translate(-1.2 -1) scale(.62 .8)"/>` +
      `<path d="${VEINS[kind]}" fill="none" stroke="${mix(color, "#3a1410", 0.4)}" stroke-width="1" stroke-linecap="round" opacity=".5"/>`,
    x,
    y,
    turn,
    [size, size * squash],
  );
}

/** A leaf at random. */
export const anyLeaf = (random: Random, x: number, y: number, size: number, tone: number, squash = 1) =>
  leaf(
    x,
    y,
    pick(random, LEAF_KINDS),
    size * (0.75 + random() * 0.5),
    random() * 360,
    tone + around(random, 0.13),
    squash,
  );
