import { createRandom } from "../../kit/random.ts";
import { curve, oval } from "../../kit/shape.ts";
import { brush, daub, profiles } from "../../kit/stroke.ts";
import { clip, fixed, glow, group, linear, painted, path, place } from "../../kit/svg.ts";
import { heapCloud } from "../../things/cloud.ts";
import { SAND, SEA, SKY, SUN } from "./palette.ts";

const CLOUD = ["#b9cde4", "#e8e4e4", "#fff6e8", "#fffef8"];
const HORIZON = 338;

function sky(): string {
  const air = linear([
    [0, "#74bee0"],
    [0.55, "#bfe3ec"],
    [0.85, "#fdf0d4"],
    [1, "#fff4dc"],
  ]);
  return (
    painted("M-60 -60H1660V400H-60Z", air) +
    daub("M0 0H1600V340H0Z", {
      count: 900,
      length: 120,
      width: 22,
      flow: -0.06,
      shade: (x, y) => 0.12 + y / 400 + 0.2 * Math.max(0, 1 - Math.hypot((x - SUN.x) / 460, (y - SUN.y) / 320)),
      ramp: SKY,
      seed: 2,
      opacity: 0.2,
      angleJitter: 0.12,
    }) +
    heapCloud(1010, 300, 0.86, CLOUD, 3) +
    heapCloud(640, 318, 0.5, CLOUD, 9) +
    heapCloud(1240, 322, 0.44, CLOUD, 12) +
    heapCloud(60, 326, 0.6, CLOUD, 15) +
    glow(SUN.x, SUN.y, 340, 320, "#fffbe0", 0.95)
  );
}

function headland(): string {
  const far = `${curve([
    [-40, 340],
    [60, 318],
    [150, 306],
    [250, 312],
    [330, 328],
    [430, 342],
  ])}L430 348L-40 348Z`;
  const near = `${curve([
    [-40, 336],
    [40, 322],
    [120, 326],
    [190, 336],
    [260, 346],
  ])}L260 350L-40 350Z`;
  const dabs = (d: string, ramp: readonly string[], seed: number) =>
    daub(d, {
      count: 160,
      length: 14,
      width: 3,
      flow: 0.2,
      shade: (x, y) => 0.8 - (y - 300) / 60 - x / 1400,
      ramp,
      seed,
      opacity: 0.45,
    });
  return group(
    path(far, "#9fc0cc") +
      dabs(far, ["#86aabc", "#a8c8cc", "#d2e2d4"], 3) +
      path(near, "#7fae9c") +
      dabs(near, ["#5f9088", "#8fbb9a", "#cfdcae"], 4) +
      path("M148 326L150 300L158 300L160 326Z", "#fffaf0") +
      path("M154 300L158 300L160 326L155 326Z", "#d8ccd8") +
      path("M148 300L154 290L160 300Z", "#a8324a") +
      path("M149 312H159.500L160 318H148.500Z", "#a8324a"),
    `filter="url(#far)"`,
  );
}

/** A boat. Its sail is not of linen: found late. */
function boat(x: number, y: number): string {
  const sail = "M2 -8C0 -34 2 -62 8 -84C28 -60 42 -34 46 -10C32 -5 16 -5 2 -8Z";
  const jib = "M-4 -10C-6 -30 -4 -50 2 -74C-12 -52 -22 -32 -28 -12C-20 -8 -12 -8 -4 -10Z";
  const hole = (cx: number, cy: number, r: number) =>
    path(oval(cx, cy, r, r * 1.15), "#c98f2c") + path(oval(cx + r * 0.22, cy + r * 0.3, r * 0.72, r * 0.8), "#e0a838");
  return place(
    path(jib, "#fff6e4") +
      path("M-4 -10C-5 -30 -3 -50 2 -74C-6 -52 -10 -30 -12 -9Z", "#e0cfc8", `opacity=".7"`) +
      path(sail, "#f7cf5e") +
      daub(sail, {
        count: 90,
        length: 12,
        width: 2,
        flow: -1.2,
        shade: (px) => 0.9 - px / 60,
        ramp: ["#c98f2c", "#f2c04c", "#fff0a8"],
        seed: 4,
        opacity: 0.45,
      }) +
      clip(sail, hole(16, -28, 5) + hole(30, -16, 4) + hole(12, -52, 3.6) + hole(24, -42, 2.8) + hole(6, -14, 3)) +
      brush("M1 -90L1 2", 3, "#5f3a24", { profile: profiles.even }) +
      brush("M1 -90Q12 -94 20 -88", 4, "#a8324a") +
      path("M-36 -3C-20 1 30 1 50 -5C46 10 36 16 24 16H-16C-26 14 -34 6 -36 -3Z", "#8f2238") +
      brush("M-35 -1C-14 4 26 4 49 -3", 3.4, "#f0a08a", { opacity: 0.8 }) +
      brush("M-26 20C0 17 24 18 44 21", 5, "#7a2a48", { opacity: 0.35 }) +
      brush("M-4 26C10 24 24 25 34 27", 5, "#f2c04c", { opacity: 0.4 }),
    x,
    y,
    -3,
    0.8,
  );
}

function water(): string {
  const deep = linear([
    [0, "#2f93b4"],
    [0.6, "#6cc4c6"],
    [1, "#a9e0d0"],
  ]);
  const random = createRandom(15);
  let glints = "";
  for (let i = 0; i < 150; i++) {
    const t = random();
    const x = SUN.x + (random() - 0.5) * (90 + t * 360);
    glints += `<ellipse cx="${fixed(x)}" cy="${fixed(HORIZON + 3 + t * 104)}" rx="${fixed(2 + t * 8 + random() * 4)}" ry="${fixed(0.6 + t * 1.3)}" fill="#fffbe0" opacity="${fixed(0.35 + random() * 0.55)}"/>`;
  }
  return (
    painted(`M-40 ${HORIZON}C400 ${HORIZON - 1} 1200 ${HORIZON - 1} 1640 ${HORIZON}V500H-40Z`, deep) +
    daub(`M0 ${HORIZON + 2}H1600V500H0Z`, {
      count: 1800,
      length: 36,
      width: 3,
      flow: 0,
      shade: (x, y) => 0.18 + (y - HORIZON) / 220 + 0.22 * Math.max(0, 1 - Math.abs(x - SUN.x) / 210),
      ramp: SEA,
      seed: 4,
      opacity: 0.5,
      angleJitter: 0.07,
    }) +
    glints
  );
}

const SHORE = curve([
  [-60, 470],
  [120, 456],
  [320, 462],
  [520, 474],
  [700, 464],
  [900, 452],
  [1100, 462],
  [1300, 452],
  [1480, 444],
  [1680, 450],
]);

function surf(): string {
  const line = (dy: number, width: number, color: string, opacity: number, seed: number) =>
    brush(SHORE, width, color, {
      profile: profiles.even,
      jitter: 0.5,
      points: 130,
      seed,
      opacity,
      attributes: `transform="translate(0 ${dy})" filter="url(#drawnSmall)"`,
    });
  return (
    line(-26, 5, "#f2fbf0", 0.6, 3) +
    line(-21, 3, "#5fb4b8", 0.5, 4) +
    line(-9, 12, "#dff4ea", 0.85, 1) +
    line(-6, 7, "#ffffff", 0.9, 2) +
    line(1, 9, "#8f7258", 0.5, 5) +
    line(10, 16, "#b89270", 0.55, 6)
  );
}

function sand(): string {
  const d = `${SHORE}L1680 760L-60 760Z`;
  const base = linear([
    [0, "#e3bd8c"],
    [0.12, "#f3d9a8"],
    [1, "#d8ac7e"],
  ]);
  const random = createRandom(16);
  let grains = "";
  for (let i = 0; i < 320; i++)
    grains += `<circle cx="${fixed(random() * 1600)}" cy="${fixed(486 + random() * 214)}" r="${fixed(0.5 + random() * 1.2)}" fill="${random() < 0.5 ? "#8a6446" : "#fffbe8"}" opacity="${fixed(0.25 + random() * 0.4)}"/>`;
  return (
    painted(d, base, `filter="url(#drawnSmall)"`) +
    daub(d, {
      count: 2600,
      length: 20,
      width: 3,
      flow: (x, y) => 0.1 * Math.sin(x / 90 + y / 40),
      shade: (x, y) => 0.74 - (y - 450) / 620 + 0.13 * Math.sin(x / 70 + y / 26) * Math.min(1, (y - 470) / 80),
      ramp: SAND,
      seed: 6,
      opacity: 0.4,
      angleJitter: 0.2,
    }) +
    grains
  );
}

/** Air, water and shore. */
export const seaside = () => sky() + headland() + water() + boat(606, 352) + sand() + surf();
