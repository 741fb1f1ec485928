import { mix, shadeOf } from "../../kit/color.ts";
import { around, createRandom } from "../../kit/random.ts";
import { blob, curve } from "../../kit/shape.ts";
import { brush, daub } from "../../kit/stroke.ts";
import { clip, fixed, glow, group, linear, painted, path } from "../../kit/svg.ts";
import { anyLeaf, AUTUMN } from "../../things/leaf.ts";
import { AIR, floorAt, glowAt, SUN, TRUNK } from "./palette.ts";

function air(): string {
  const dusk = linear([
    [0, "#35201c"],
    [0.5, "#5c3422"],
    [1, "#8a5228"],
  ]);
  return (
    painted("M-60 -60H1660V640H-60Z", dusk) +
    daub("M0 0H1600V600H0Z", {
      count: 1500,
      length: 46,
      width: 16,
      flow: (x, y) => Math.atan2(y - SUN.y, x - SUN.x) + 1.57,
      shade: (x, y) => 0.2 + glowAt(x, y) * 0.7,
      ramp: AIR,
      seed: 2,
      opacity: 0.17,
      angleJitter: 0.5,
    }) +
    glow(SUN.x, SUN.y, 330, 260, "#ffb050", 0.85) +
    glow(SUN.x, SUN.y, 120, 100, "#fff0c0", 0.95)
  );
}

type Tree = { readonly x: number; readonly width: number; readonly lean: number; readonly seed: number };

/** A tall trunk, lit on the side of the sun. */
function trunk({ x, width, lean, seed }: Tree, haze: number, base: number): string {
  const random = createRandom(seed);
  const j = () => around(random, width * 0.16);
  const [w, h] = [width / 2, base + 60];
  const left = [0, 0.3, 0.6, 0.86, 1].map(
    (t) => [x - w * (t > 0.9 ? 1.7 : 1 - (1 - t) * 0.25) + lean * (1 - t) + j(), -60 + h * t] as const,
  );
  const right = [1, 0.86, 0.6, 0.3, 0].map(
    (t) => [x + w * (t > 0.9 ? 1.7 : 1 - (1 - t) * 0.25) + lean * (1 - t) + j(), -60 + h * t] as const,
  );
  const d = blob([left[0] ?? [x, 0], ...left, ...right, right[4] ?? [x, 0]]);
  const far = (tone: number) => mix(shadeOf(TRUNK, tone), shadeOf(AIR, 0.22 + glowAt(x, 400) * 0.5), haze);
  const side = x < SUN.x ? 1 : -1;
  const boughs = [-1, 1, -1].map((way, i) => {
    const y = 60 + i * 74 + random() * 60;
    const reach = width * (1.6 + random() * 1.4);
    const from = x + lean * (1 - (y + 60) / h);
    return brush(
      `M${fixed(from)} ${fixed(y + reach * 0.5)}C${fixed(from + way * reach * 0.4)} ${fixed(y + reach * 0.3)} ${fixed(from + way * reach * 0.7)} ${fixed(y - reach * 0.1)} ${fixed(from + way * reach)} ${fixed(y - reach * 0.6)}`,
      width * 0.3,
      far(0.2),
      { profile: (t) => 1 - t * 0.85, points: 12, seed: seed + i },
    );
  });
  return (
    boughs.join("") +
    path(d, far(0.22)) +
    clip(
      d,
      daub(d, {
        count: Math.round(width * 8),
        length: 26,
        width: 3.2,
        flow: 1.55,
        shade: (px, py) => 0.2 + (side * (px - x)) / (width * 2.4) + glowAt(px, py) * 0.45,
        ramp: [far(0), far(0.3), far(0.6), far(0.95)],
        seed,
        opacity: 0.55,
        angleJitter: 0.12,
      }),
    )
  );
}

function trunks(list: readonly Tree[], haze: number, base: number, filter: string) {
  return group(list.map((tree) => trunk(tree, haze, base)).join(""), `filter="url(#${filter})"`);
}

function woods(): string {
  return (
    trunks(
      [
        { x: 610, width: 26, lean: 8, seed: 3 },
        { x: 690, width: 18, lean: -6, seed: 4 },
        { x: 742, width: 22, lean: 10, seed: 5 },
        { x: 866, width: 20, lean: -10, seed: 6 },
        { x: 930, width: 26, lean: 12, seed: 7 },
        { x: 1040, width: 22, lean: -8, seed: 8 },
        { x: 1110, width: 28, lean: 6, seed: 9 },
        { x: 480, width: 24, lean: -8, seed: 10 },
        { x: 1220, width: 24, lean: 10, seed: 11 },
      ],
      0.72,
      520,
      "farther",
    ) +
    glow(SUN.x, SUN.y + 20, 420, 220, "#ffb45a", 0.5) +
    trunks(
      [
        { x: 40, width: 70, lean: 20, seed: 21 },
        { x: 236, width: 48, lean: -14, seed: 22 },
        { x: 398, width: 60, lean: 16, seed: 23 },
        { x: 574, width: 34, lean: -14, seed: 24 },
        { x: 1000, width: 40, lean: 16, seed: 25 },
        { x: 1180, width: 36, lean: -10, seed: 26 },
        { x: 1330, width: 48, lean: 10, seed: 27 },
      ],
      0.42,
      548,
      "far",
    )
  );
}

/** Dark leaves overhead, low in contrast because the tagline is here on phones. */
function canopy(): string {
  const random = createRandom(8);
  let leaves = "";
  for (let i = 0; i < 260; i++) {
    const x = random() * 1640 - 20;
    const y = -10 + random() ** 2.2 * 190;
    leaves += anyLeaf(random, x, y, 0.9, 0.06 + glowAt(x, y + 150) * 0.16);
  }
  return group(leaves, `filter="url(#blur2)" opacity=".75"`);
}

function beams(): string {
  const beam = (angle: number, width: number, opacity: number) => {
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    return brush(
      `M${fixed(SUN.x + dx * 60)} ${fixed(SUN.y + dy * 60)}L${fixed(SUN.x + dx * 620)} ${fixed(SUN.y + dy * 620)}`,
      width,
      "#ffd08a",
      { opacity, profile: (t) => t ** 0.6 * (1 - t) * 2.2, jitter: 0 },
    );
  };
  return group(
    beam(0.32, 90, 0.14) + beam(0.52, 60, 0.12) + beam(0.12, 60, 0.12) + beam(2.7, 80, 0.08),
    `filter="url(#blur10)" style="mix-blend-mode:screen"`,
  );
}

/** Ferns and seedlings that break the line between trees and ground. */
function undergrowth(): string {
  const random = createRandom(27);
  let fronds = "";
  for (let i = 0; i < 90; i++) {
    const x = random() * 1640 - 20;
    const y = floorAt(x) - 20;
    const tone = 0.16 + glowAt(x, y - 60) * 0.6;
    for (let k = -2; k <= 2; k++) {
      const reach = 16 + random() * 22;
      fronds += brush(
        `M${fixed(x)} ${fixed(y)}Q${fixed(x + k * 5)} ${fixed(y - reach)} ${fixed(x + k * 12)} ${fixed(y - reach * (1 - Math.abs(k) * 0.16))}`,
        5,
        shadeOf(AIR, tone),
        { points: 6, seed: i },
      );
    }
  }
  return fronds;
}

function floor(): string {
  const xs = Array.from({ length: 18 }, (_, i) => -80 + i * 104);
  const d = `${curve(xs.map((x) => [x, floorAt(x) - 26] as const))}L1700 780L-80 780Z`;
  const base = linear([
    [0, "#8a5226"],
    [0.35, "#6a3820"],
    [1, "#38201c"],
  ]);
  const random = createRandom(12);
  let litter = "";
  const spots = Array.from({ length: 980 }, () => ({ x: random() * 1660 - 30, back: random() })).toSorted(
    (a, b) => a.back - b.back,
  );
  for (const { x, back } of spots) {
    const y = floorAt(x) - 22 + back * 170;
    litter += anyLeaf(random, x, y, 0.34 + back * 0.6, 0.2 + glowAt(x, y - 90) * 0.75 - back * 0.06, 0.5 + back * 0.2);
  }
  const soil = daub(d, {
    count: 900,
    length: 10,
    width: 4,
    flow: 0,
    shade: (x, y) => 0.2 + glowAt(x, y - 90) * 0.6 + 0.08 * Math.sin(x / 50),
    ramp: AUTUMN,
    seed: 6,
    opacity: 0.22,
    angleJitter: 0.3,
  });
  return (
    group(painted(d, base) + undergrowth(), `filter="url(#far)"`) +
    soil +
    glow(SUN.x, 524, 620, 46, "#ffc070", 0.55) +
    litter +
    glow(SUN.x + 60, 566, 460, 70, "#ffb450", 0.5)
  );
}

/** The shade overhead: the sun is low and the treetops are already dark. */
function shadeOverhead(): string {
  const dusk = linear([
    [0, "#2a1618", 0.86],
    [0.55, "#2a1618", 0.66],
    [1, "#2a1618", 0],
  ]);
  return painted("M-60 -60H1660V270H-60Z", dusk);
}

/** Haze, distant trees, low sun and the forest floor. */
export const forest = () => air() + woods() + shadeOverhead() + canopy() + beams() + floor();
