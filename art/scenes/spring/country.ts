import { shadeOf } from "../../kit/color.ts";
import { around, createRandom } from "../../kit/random.ts";
import { curve, oval } from "../../kit/shape.ts";
import { brush, daub } from "../../kit/stroke.ts";
import { clip, fixed, glow, group, linear, painted, path, place } from "../../kit/svg.ts";
import { featherCloud } from "../../things/cloud.ts";
import { grass } from "../../things/grass.ts";
import { ground, MEADOW, SKY, SUN } from "./palette.ts";

function sky(): string {
  const air = linear([
    [0, "#b4d9e6"],
    [0.45, "#d9eae4"],
    [0.75, "#faeedd"],
    [1, "#fdf3e4"],
  ]);
  return (
    painted("M-60 -60H1660V560H-60Z", air) +
    daub("M0 0H1600V520H0Z", {
      count: 800,
      length: 130,
      width: 24,
      flow: -0.08,
      shade: (x, y) => 0.25 + y / 480 + 0.22 * Math.max(0, 1 - Math.hypot((x - SUN.x) / 420, (y - SUN.y) / 300)),
      ramp: SKY,
      seed: 2,
      opacity: 0.2,
      angleJitter: 0.12,
    }) +
    glow(SUN.x, SUN.y, 460, 400, "#fff4cc", 0.8)
  );
}

const CLOUD = ["#d3dfe8", "#fdf6ea", "#fffdf6"];

const hill = (points: readonly (readonly [number, number])[]) => `${curve(points)}L1680 700L-80 700Z`;

/** A distant tree in blossom, lit from the left. */
function orchardTree(x: number, y: number, size: number, seed: number): string {
  const random = createRandom(seed);
  const pinks = ["#a98fae", "#cfa6b8", "#ebc6cc", "#fbe2de", "#fff4ee"];
  const wood = { profile: (t: number) => 1 - t * 0.7, points: 8 };
  const lean = around(random, size * 0.08);
  const fork = (dx: number, dy: number) =>
    brush(
      `M${fixed(x)} ${fixed(y - size * 0.34)}Q${fixed(x + dx * 0.3)} ${fixed(y - size * 0.5)} ${fixed(x + dx)} ${fixed(y - dy)}`,
      size * 0.07,
      "#8d7a80",
      wood,
    );
  const trunk = brush(
    `M${fixed(x - size * 0.02)} ${fixed(y)}Q${fixed(x + lean)} ${fixed(y - size * 0.2)} ${fixed(x)} ${fixed(y - size * 0.46)}`,
    size * 0.13,
    "#85727a",
    wood,
  );
  const clouds = Array.from({ length: 6 }, (_, i) => ({
    cx: x + (i / 2.5 - 1) * size * 0.42 + around(random, size * 0.06),
    cy: y - size * (0.72 + 0.34 * Math.sin((i / 5) * Math.PI)) + around(random, size * 0.06),
    r: size * (0.2 + random() * 0.1),
  }));
  let dabs = "";
  for (const { cx, cy, r } of clouds) {
    for (let i = 0; i < 22; i++) {
      const a = random() * Math.PI * 2;
      const reach = Math.sqrt(random()) * r;
      const [px, py] = [cx + Math.cos(a) * reach, cy + Math.sin(a) * reach * 0.8];
      const tone = 0.52 - ((px - x) / size) * 0.5 - ((py - cy) / r) * 0.28 + around(random, 0.1);
      const dab = size * (0.05 + random() * 0.035);
      dabs += path(oval(px, py, dab * 1.3, dab, random() * 180), shadeOf(pinks, tone));
    }
  }
  return trunk + fork(-size * 0.26, size * 0.78) + fork(size * 0.28, size * 0.74) + dabs;
}

function cottage(x: number, y: number): string {
  return place(
    path("M-26 0L-25 -24L24 -26L26 0Z", "#f6ead2") +
      path("M4 -25L24 -26L26 0L6 0Z", "#c9c0cc") +
      path("M-32 -22Q-16 -46 -8 -48L22 -48Q30 -38 34 -24Z", "#b5646a") +
      path("M-8 -48L22 -48Q30 -38 34 -24L6 -24Q0 -40 -8 -48Z", "#94556a") +
      path("M-17 0L-17 -13Q-12 -17 -8 -13L-8 0Z", "#6f5a6a") +
      path("M10 -17H18V-9H10Z", "#7f8aa8") +
      path("M14 -48L14 -60L21 -60L21 -48Z", "#c9a08c") +
      brush("M18 -62C14 -76 28 -82 22 -98C18 -108 28 -112 30 -122", 8, "#ffffff", {
        opacity: 0.5,
        attributes: `filter="url(#blur2)"`,
      }),
    x,
    y,
  );
}

function hills(): string {
  const back = hill([
    [-80, 420],
    [120, 388],
    [300, 398],
    [520, 428],
    [760, 404],
    [1000, 424],
    [1280, 396],
    [1680, 420],
  ]);
  const middle = hill([
    [-80, 452],
    [160, 462],
    [380, 436],
    [620, 448],
    [860, 474],
    [1120, 446],
    [1400, 462],
    [1680, 444],
  ]);
  const front = hill([
    [-80, 508],
    [200, 486],
    [460, 494],
    [700, 512],
    [980, 492],
    [1260, 506],
    [1680, 486],
  ]);
  const strokes = (d: string, seed: number, ramp: readonly string[], length: number) =>
    clip(
      d,
      daub(d, {
        count: 520,
        length,
        width: 4,
        flow: (x) => 0.16 * Math.sin(x / 120),
        shade: (x, y) => 0.75 - (y - 400) / 260 - Math.abs(x - SUN.x) / 2200,
        ramp,
        seed,
        opacity: 0.4,
        angleJitter: 0.12,
      }),
    );
  const trees = (points: readonly (readonly [number, number, number])[], seed: number) =>
    points.map(([x, y, size], i) => orchardTree(x, y, size, seed + i)).join("");
  return (
    group(path(back, "#bcd0d2") + strokes(back, 5, ["#a9c0cc", "#c4d6d2", "#dfe8d8"], 40), `filter="url(#farther)"`) +
    group(
      path(middle, "#bdd3a8") +
        strokes(middle, 6, ["#9dbb98", "#bdd3a8", "#dde6b8"], 34) +
        brush("M620 452C560 464 640 474 560 486C500 496 560 502 520 514", 12, "#f4ead0", { opacity: 0.8 }) +
        trees(
          [
            [96, 462, 40],
            [142, 466, 46],
            [196, 462, 38],
            [252, 456, 44],
            [700, 462, 36],
            [748, 468, 44],
            [800, 472, 40],
            [1236, 456, 44],
            [1290, 462, 36],
            [430, 440, 30],
            [468, 442, 34],
          ],
          40,
        ) +
        cottage(610, 452),
      `filter="url(#far)"`,
    ) +
    group(
      path(front, "#a3c27e") +
        strokes(front, 7, ["#7fa66a", "#a3c27e", "#cfdf98"], 26) +
        trees(
          [
            [318, 494, 70],
            [30, 502, 84],
            [560, 506, 56],
          ],
          70,
        ),
      `filter="url(#far)"`,
    )
  );
}

function meadow(): string {
  const xs = Array.from({ length: 18 }, (_, i) => -80 + i * 104);
  const edge = curve(xs.map((x) => [x, ground(x) - 18] as const));
  const d = `${edge}L1700 780L-80 780Z`;
  const base = linear([
    [0, "#a9c768"],
    [0.4, "#80ab56"],
    [1, "#4c7a46"],
  ]);
  return (
    painted(d, base, `filter="url(#drawn)"`) +
    daub(d, {
      count: 3000,
      length: 20,
      width: 2.6,
      flow: (x) => -1.45 + 0.25 * Math.sin(x / 70),
      shade: (x, y) => 0.86 - (y - 520) / 260 - Math.abs(x - 760) / 2600 + 0.1 * Math.sin(x / 60 + y / 30),
      ramp: MEADOW,
      seed: 8,
      opacity: 0.5,
      angleJitter: 0.4,
    }) +
    grass({
      left: -20,
      right: 1620,
      ground: (x) => ground(x) - 8,
      depth: 30,
      count: 520,
      height: 26,
      width: 3.4,
      ramp: MEADOW,
      lean: 0.15,
      seed: 9,
    })
  );
}

function daisy(x: number, y: number, size: number, turn: number): string {
  const rays = Array.from({ length: 9 }, (_, i) =>
    place(path("M0 -2C-3 -6 -2 -11 0 -12C2 -11 3 -6 0 -2Z", i > 4 ? "#fffdf4" : "#e3e0ee"), 0, 0, i * 40),
  );
  const stalk = brush(
    `M${fixed(x)} ${fixed(y + 2)}Q${fixed(x + 3 * size)} ${fixed(y + 14 * size)} ${fixed(x + size)} ${fixed(y + 28 * size)}`,
    2.6 * size,
    "#5f8a4c",
    { points: 6 },
  );
  return stalk + place(rays.join("") + path(oval(0, 0, 3.6, 3.6), "#f0b83c"), x, y, turn, [size, size * 0.62]);
}

/** Daisies and cowslips in the grass. */
export function flowers(): string {
  const random = createRandom(21);
  let drawn = "";
  const places = Array.from({ length: 74 }, () => ({ x: random() * 1600, back: random() })).toSorted(
    (a, b) => a.back - b.back,
  );
  for (const { x, back } of places) {
    const y = ground(x) + 4 + back * 110;
    if (x > 770 && x < 1420 && back > 0.04) continue;
    const size = 0.55 + back * 0.75;
    drawn +=
      random() < 0.72
        ? daisy(x, y - 20 * size, size, random() * 40)
        : brush(
            `M${fixed(x)} ${fixed(y)}Q${fixed(x + 2)} ${fixed(y - 20)} ${fixed(x + 4)} ${fixed(y - 30 * size)}`,
            2.6,
            "#5f8a4c",
            { points: 6 },
          ) +
          path(oval(x + 4, y - 32 * size, 6 * size, 5 * size), "#f4c94c") +
          path(oval(x + 2, y - 33 * size, 3 * size, 2.5 * size), "#fff0a8");
  }
  return drawn;
}

/** Far and middle ground: sky, hills, orchards, meadow. */
export const country = () =>
  sky() + featherCloud(1210, 330, 0.7, CLOUD, 3) + featherCloud(330, 350, 0.62, CLOUD, 5) + hills() + meadow();

export const softShade = (cx: number, cy: number, rx: number, ry: number, opacity = 0.6) =>
  glow(cx, cy, rx, ry, "#3f4a86", opacity, "multiply");
