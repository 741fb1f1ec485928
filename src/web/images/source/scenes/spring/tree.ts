import { around, createRandom } from "../../kit/random.ts";
import { blob } from "../../kit/shape.ts";
import { brush, daub, type Field } from "../../kit/stroke.ts";
import { clip, group, path } from "../../kit/svg.ts";
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
  { d: "M1470 318C1430 262 1380 226 1320 206C1270 190 1230 188 1196 196", width: 30 },
  { d: "M1372 224C1346 236 1330 250 1316 274", width: 11 },
  { d: "M1290 194C1262 204 1248 218 1240 238", width: 8 },
  { d: "M1420 256C1406 228 1402 206 1410 176", width: 12 },
  { d: "M1516 330C1500 280 1474 240 1462 200", width: 14 },
];

function bark(): string {
  const moss = blob([
    [1560, 590],
    [1580, 480],
    [1572, 380],
    [1590, 380],
    [1620, 540],
    [1650, 600],
  ]);
  const hole = blob([
    [1516, 420],
    [1530, 396],
    [1546, 412],
    [1548, 444],
    [1534, 462],
    [1518, 448],
  ]);
  return group(
    path(TRUNK, BARK[2] ?? "", `filter="url(#drawn)"`) +
      clip(
        TRUNK,
        daub(TRUNK, {
          count: 1300,
          length: 30,
          width: 3,
          flow: (x, y) => 1.5 + 0.14 * Math.sin(y / 40 + x / 24),
          shade: lit,
          ramp: BARK,
          seed: 31,
          opacity: 0.6,
          angleJitter: 0.14,
        }) + path(moss, "#6f9450", `opacity=".5" filter="url(#blur10)"`),
      ) +
      path(hole, "#2b1c2a") +
      brush("M1518 416C1526 394 1546 398 1550 424", 6, "#d8b48a", { opacity: 0.7 }) +
      BRANCHES.map(
        ({ d, width }, i) =>
          brush(d, width, BARK[1] ?? "", { profile: (t) => 1 - t * 0.82, seed: i, jitter: 0.16 }) +
          brush(d, width * 0.45, BARK[3] ?? "", {
            profile: (t) => 1 - t * 0.82,
            seed: i,
            jitter: 0.2,
            opacity: 0.75,
            attributes: `transform="translate(-2 ${-width * 0.18})"`,
          }),
      ).join(""),
    `filter="url(#light-thing)"`,
  );
}

/** Soft blossom behind the tree, so pale that the tagline can stand on it. */
function haze(): string {
  return group(
    bunch(1500, 60, 190, 120, 110, () => 0.8, 61) +
      bunch(1290, 30, 190, 80, 80, () => 0.86, 62) +
      bunch(1090, 6, 130, 50, 44, () => 0.9, 63) +
      bunch(1570, 230, 90, 90, 50, () => 0.72, 64),
    `filter="url(#blur6)" opacity=".85"`,
  );
}

/** The old cherry tree. */
export function tree(): string {
  const bunches = [
    bunch(1206, 200, 46, 26, 30, blossomLight, 71),
    bunch(1262, 190, 44, 22, 26, blossomLight, 72),
    bunch(1240, 240, 22, 20, 14, blossomLight, 73),
    bunch(1330, 214, 50, 26, 30, blossomLight, 74),
    bunch(1316, 276, 26, 22, 16, blossomLight, 75),
    bunch(1400, 180, 48, 44, 40, blossomLight, 76),
    bunch(1440, 250, 34, 24, 16, blossomLight, 77),
    bunch(1470, 190, 60, 44, 40, blossomLight, 78),
    bunch(1560, 160, 70, 60, 44, blossomLight, 79),
  ];
  return haze() + bark() + bunches.join("");
}

/** Petals in the air and on the grass; light wind from the left. */
export function petals(): string {
  const random = createRandom(33);
  let falling = "";
  for (let i = 0; i < 34; i++)
    falling += petal(
      640 + random() * 880,
      170 + random() * 370,
      random() * 360,
      0.4 + random() * 0.4,
      0.7 + around(random, 0.2),
    );
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
