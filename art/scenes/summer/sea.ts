import { createRandom } from "../../kit/random.ts";
import { curve, oval } from "../../kit/shape.ts";
import { brush, daub, profiles } from "../../kit/stroke.ts";
import { clip, fixed, glow, group, linear, painted, path, place } from "../../kit/svg.ts";
import { heapCloud } from "../../things/cloud.ts";
import { SAND, SEA, SKY, SUN } from "./palette.ts";

const CLOUD = ["#b9cde4", "#e8e4e4", "#fff6e8", "#fffef8"];
const HORIZON = 386;

function sky(): string {
  const air = linear([
    [0, "#74bee0"],
    [0.55, "#bfe3ec"],
    [0.85, "#fdf0d4"],
    [1, "#fff4dc"],
  ]);
  return (
    painted("M-60 -60H1660V440H-60Z", air) +
    daub("M0 0H1600V388H0Z", {
      count: 900,
      length: 120,
      width: 22,
      flow: -0.06,
      shade: (x, y) => 0.12 + y / 450 + 0.2 * Math.max(0, 1 - Math.hypot((x - SUN.x) / 460, (y - SUN.y) / 320)),
      ramp: SKY,
      seed: 2,
      opacity: 0.2,
      angleJitter: 0.12,
    }) +
    heapCloud(1010, 330, 0.86, CLOUD, 3) +
    heapCloud(800, 366, 0.46, CLOUD, 9) +
    heapCloud(1250, 368, 0.44, CLOUD, 12) +
    heapCloud(30, 372, 0.44, CLOUD, 15) +
    glow(SUN.x, SUN.y, 340, 320, "#fffbe0", 0.95)
  );
}

function headland(): string {
  const ridge = (points: readonly (readonly [number, number])[]) => `${curve(points)}L680 404L-40 404Z`;
  const far = ridge(
    [
      [-40, 378],
      [90, 366],
      [220, 372],
      [330, 382],
      [460, 388],
      [680, 392],
    ].map(([x = 0, y = 0]) => [x, y]),
  );
  const near = ridge(
    [
      [-40, 384],
      [40, 378],
      [120, 380],
      [190, 386],
      [260, 392],
      [680, 396],
    ].map(([x = 0, y = 0]) => [x, y]),
  );
  const rock = `${curve([
    [528, 390],
    [546, 380],
    [566, 376],
    [590, 378],
    [612, 390],
  ])}Z`;
  const dabs = (d: string, ramp: readonly string[], seed: number) =>
    daub(d, {
      count: 160,
      length: 14,
      width: 3,
      flow: 0.2,
      shade: (x, y) => 0.8 - (y - 350) / 60 - x / 1400,
      ramp,
      seed,
      opacity: 0.45,
    });
  return group(
    path(far, "#a6c6d0") +
      dabs(far, ["#90b2c2", "#aecdd0", "#d2e2d4"], 3) +
      path(near, "#8ab6a4") +
      dabs(near, ["#6c9c92", "#98c0a0", "#cfdcae"], 4) +
      path(rock, "#8f8a8c") +
      dabs(rock, ["#6a6a7a", "#9a9088", "#d8c8a8"], 5) +
      path("M562 378L565 338L579 338L583 378Z", "#fffaf0") +
      path("M573 338L579 338L583 378L575 378Z", "#d8ccd8") +
      path("M562.5 350H581L581.5 360H562Z", "#a8324a") +
      path("M562 338L572 326L582 338Z", "#a8324a"),
    `filter="url(#far)"`,
  );
}

/** A boat with an unusual sail: one to discover. */
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
    glints += `<ellipse cx="${fixed(x)}" cy="${fixed(HORIZON + 3 + t * 92)}" rx="${fixed(2 + t * 8 + random() * 4)}" ry="${fixed(0.6 + t * 1.3)}" fill="#fffbe0" opacity="${fixed(0.35 + random() * 0.55)}"/>`;
  }
  return (
    painted(`M-40 ${HORIZON}C400 ${HORIZON - 1} 1200 ${HORIZON - 1} 1640 ${HORIZON}V560H-40Z`, deep) +
    daub(`M0 ${HORIZON + 2}H1600V560H0Z`, {
      count: 1800,
      length: 36,
      width: 3,
      flow: 0,
      shade: (x, y) => 0.18 + (y - HORIZON) / 190 + 0.22 * Math.max(0, 1 - Math.abs(x - SUN.x) / 210),
      ramp: SEA,
      seed: 4,
      opacity: 0.5,
      angleJitter: 0.07,
    }) +
    glints
  );
}

const SHORE = curve([
  [-60, 506],
  [120, 494],
  [320, 500],
  [520, 510],
  [700, 500],
  [900, 490],
  [1100, 498],
  [1300, 490],
  [1480, 484],
  [1680, 488],
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
    grains += `<circle cx="${fixed(random() * 1600)}" cy="${fixed(520 + random() * 180)}" r="${fixed(0.5 + random() * 1.2)}" fill="${random() < 0.5 ? "#8a6446" : "#fffbe8"}" opacity="${fixed(0.25 + random() * 0.4)}"/>`;
  return (
    painted(d, base, `filter="url(#drawnSmall)"`) +
    daub(d, {
      count: 2600,
      length: 20,
      width: 3,
      flow: (x, y) => 0.1 * Math.sin(x / 90 + y / 40),
      shade: (x, y) => 0.74 - (y - 490) / 560 + 0.13 * Math.sin(x / 70 + y / 26) * Math.min(1, (y - 510) / 80),
      ramp: SAND,
      seed: 6,
      opacity: 0.4,
      angleJitter: 0.2,
    }) +
    grains
  );
}

function gulls(): string {
  const gull = (x: number, y: number, size: number, lift: number) => {
    const wing = (side: number) =>
      brush(
        `M${x} ${y}Q${x + side * 9 * size} ${y - 10 * size - lift} ${x + side * 22 * size} ${y - 5 * size - lift * 0.4}`,
        4.4 * size,
        "#5f7f94",
        {
          points: 12,
          opacity: 0.85,
        },
      );
    return wing(-1) + wing(1);
  };
  return gull(884, 228, 0.8, 2) + gull(930, 254, 0.56, 5);
}

/** Air, water and shore. */
export const seaside = () => sky() + headland() + gulls() + water() + boat(690, 402) + sand() + surf();
