import { around, createRandom } from "../../kit/random.ts";
import { blob } from "../../kit/shape.ts";
import { brush, daub, type Field } from "../../kit/stroke.ts";
import { clip, group, line, path, place } from "../../kit/svg.ts";
import { emblem } from "../../mouse/book.ts";
import { bunch, petal } from "../../things/blossom.ts";
import { BARK } from "./palette.ts";

const TRUNK = blob([
  [1424, 572],
  [1424, 572],
  [1466, 540],
  [1482, 480],
  [1478, 400],
  [1462, 330],
  [1440, 280],
  [1452, 262],
  [1478, 300],
  [1500, 330],
  [1514, 250],
  [1530, 120],
  [1550, -40],
  [1550, -40],
  [1640, -40],
  [1640, -40],
  [1600, 120],
  [1580, 260],
  [1578, 380],
  [1590, 480],
  [1620, 560],
  [1660, 600],
  [1660, 600],
  [1540, 590],
  [1480, 574],
]);

const lit: Field = (x, y) => 0.74 - (x - 1450) / 170 - Math.abs(y - 380) / 1400;
const blossomLight: Field = (x, y) => 0.86 - Math.max(0, y - 120) / 420 - Math.max(0, x - 1180) / 1100;

const BRANCHES = [
  { d: "M1476 340C1440 274 1390 232 1320 206C1270 190 1220 190 1180 204", width: 36 },
  { d: "M1372 226C1346 238 1330 254 1316 282", width: 11 },
  { d: "M1284 194C1256 206 1242 222 1236 244", width: 8 },
  { d: "M1424 262C1406 228 1402 206 1410 170", width: 13 },
  { d: "M1524 340C1504 280 1476 236 1462 190", width: 18 },
];
/** A carved heart with a glass in it. */
function carving(): string {
  const heart = "M0 22C-16 10 -24 -2 -18 -13C-13 -21 -3 -19 0 -10C3 -19 13 -21 18 -13C24 -2 16 10 0 22Z";
  return place(
    line(heart, BARK[0] ?? "", 3.4, `opacity=".75"`) +
      line(heart, BARK[4] ?? "", 1.4, `opacity=".8" transform="translate(1.4 1.4)"`) +
      place(emblem(BARK[4] ?? ""), 0, -1, 0, 0.62),
    1526,
    430,
    -6,
  );
}

function bark(): string {
  const moss = blob([
    [1560, 590],
    [1580, 480],
    [1572, 380],
    [1590, 380],
    [1620, 540],
    [1650, 600],
  ]);
  const taper = (t: number) => 1 - t * 0.82;
  const boughs = BRANCHES.map(
    ({ d, width }, i) =>
      brush(d, width, BARK[1] ?? "", { profile: taper, seed: i, jitter: 0.16 }) +
      brush(d, width * 0.45, BARK[3] ?? "", {
        profile: taper,
        seed: i,
        jitter: 0.2,
        opacity: 0.75,
        attributes: `transform="translate(-2 ${-width * 0.18})"`,
      }),
  );
  const grain = daub(TRUNK, {
    count: 1300,
    length: 30,
    width: 3,
    flow: (x, y) => 1.5 + 0.14 * Math.sin(y / 40 + x / 24),
    shade: lit,
    ramp: BARK,
    seed: 31,
    opacity: 0.6,
    angleJitter: 0.14,
  });
  return group(
    boughs.join("") +
      path(TRUNK, BARK[2] ?? "", `filter="url(#drawn)"`) +
      clip(TRUNK, grain + path(moss, "#6f9450", `opacity=".5" filter="url(#blur10)"`)) +
      carving(),
    `filter="url(#light-thing)"`,
  );
}

/** Soft blossom behind the tree, pale enough to read the tagline on. */
function haze(): string {
  return group(
    bunch(1500, 60, 190, 120, 110, () => 0.8, 61) +
      bunch(1290, 30, 190, 80, 80, () => 0.86, 62) +
      bunch(1090, 6, 130, 50, 44, () => 0.9, 63) +
      bunch(1570, 230, 90, 90, 50, () => 0.72, 64),
    `filter="url(#blur6)" opacity=".85"`,
  );
}

export function tree(): string {
  const bunches = [
    bunch(1196, 206, 56, 34, 46, blossomLight, 71),
    bunch(1262, 186, 58, 34, 50, blossomLight, 72),
    bunch(1236, 250, 28, 24, 22, blossomLight, 73),
    bunch(1336, 204, 62, 36, 54, blossomLight, 74),
    bunch(1314, 284, 34, 26, 28, blossomLight, 75),
    bunch(1404, 166, 64, 50, 70, blossomLight, 76),
    bunch(1446, 244, 40, 26, 26, blossomLight, 77),
    bunch(1474, 176, 74, 54, 76, blossomLight, 78),
    bunch(1566, 150, 80, 66, 70, blossomLight, 79),
    bunch(1590, 250, 46, 40, 34, blossomLight, 80),
    bunch(1500, 96, 84, 46, 70, blossomLight, 84),
    bunch(1590, 50, 84, 60, 70, blossomLight, 85),
    bunch(1478, 26, 62, 34, 46, blossomLight, 86),
  ];
  const behind = [
    bunch(1240, 200, 90, 34, 60, () => 0.34, 81),
    bunch(1350, 190, 100, 50, 80, () => 0.3, 82),
    bunch(1480, 180, 110, 60, 90, () => 0.26, 83),
  ];
  return haze() + group(behind.join(""), `filter="url(#blur2)" opacity=".9"`) + bark() + bunches.join("");
}

/** Petals in the air and on the grass, in a light wind from the left. */
export function petals(): string {
  const random = createRandom(33);
  const overFace = (x: number, y: number) => x > 860 && x < 1110 && y > 200 && y < 500;
  let falling = "";
  for (let i = 0; i < 38; i++) {
    const [x, y] = [640 + random() * 880, 170 + random() * 370];
    if (!overFace(x, y)) falling += petal(x, y, random() * 360, 0.4 + random() * 0.4, 0.7 + around(random, 0.2));
  }
  for (let i = 0; i < 60; i++)
    falling += petal(
      700 + random() * 880,
      556 + random() * 130,
      random() * 360,
      0.4 + random() * 0.4,
      0.66 + around(random, 0.2),
    );
  return falling;
}
