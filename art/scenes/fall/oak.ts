import { createRandom } from "../../kit/random.ts";
import { blob, oval } from "../../kit/shape.ts";
import { brush, daub, type Field } from "../../kit/stroke.ts";
import { blend, clip, group, linear, painted, path, place } from "../../kit/svg.ts";
import { TRUNK } from "./palette.ts";

const OAK = blob([
  [1310, 640],
  [1310, 640],
  [1366, 596],
  [1396, 540],
  [1404, 460],
  [1396, 360],
  [1380, 260],
  [1392, 150],
  [1420, 40],
  [1430, -60],
  [1430, -60],
  [1680, -60],
  [1680, -60],
  [1680, 660],
  [1680, 660],
]);
const ROOT = blob([
  [1210, 652],
  [1270, 620],
  [1330, 588],
  [1390, 570],
  [1440, 580],
  [1420, 640],
  [1340, 664],
]);

const lit: Field = (x, y) => 0.72 - (x - 1380) / 190 - Math.abs(y - 420) / 1500;

/** Somebody in the hollow reads along: one to discover. */
function owl(x: number, y: number): string {
  const feathers = ["#3a2420", "#6a4630", "#a07a4c", "#dcb87c"];
  const body = blob([
    [-27, 36],
    [-30, 4],
    [-24, -22],
    [-18, -32],
    [-8, -24],
    [8, -24],
    [18, -32],
    [25, -22],
    [30, 4],
    [27, 36],
  ]);
  const eye = (cx: number, r: number) =>
    path(oval(cx, -6, r + 5, r + 5), "#e6c890") +
    path(oval(cx, -6, r, r), "#f0a83a") +
    path(oval(cx - 2.2, -3.5, r * 0.56, r * 0.62), "#190c0b") +
    `<circle cx="${cx - 4}" cy="-6" r="1.6" fill="#fff"/>` +
    brush(`M${cx - r - 5} -9Q${cx} -${r + 13} ${cx + r + 5} -8`, 7, "#5a3a2a");
  return place(
    path(body, feathers[1] ?? "") +
      daub(body, {
        count: 200,
        length: 7,
        width: 1.8,
        flow: 1.5,
        shade: (px) => 0.7 - px / 70,
        ramp: feathers,
        seed: 4,
        opacity: 0.6,
      }) +
      eye(-11, 8) +
      eye(10, 8) +
      path("M-4 3Q-1 0 2 3L-1.5 11Z", "#c8872c") +
      ["M-14 20Q-10 25 -6 20", "M-4 22Q0 27 4 22", "M6 20Q10 25 14 20"]
        .map((d) => brush(d, 2.4, "#3a2420", { opacity: 0.7 }))
        .join(""),
    x,
    y,
    0,
    0.86,
  );
}

function hollow(x: number, y: number): string {
  const rim = blob([
    [-44, 6],
    [-38, -32],
    [-8, -54],
    [26, -44],
    [40, -6],
    [30, 34],
    [0, 48],
    [-32, 38],
  ]);
  const hole = blob([
    [-33, 6],
    [-29, -26],
    [-6, -43],
    [20, -35],
    [31, -4],
    [23, 28],
    [0, 38],
    [-24, 30],
  ]);
  return place(
    path(rim, TRUNK[2] ?? "") +
      daub(rim, {
        count: 160,
        length: 15,
        width: 2.6,
        flow: (px, py) => Math.atan2(py, px) + 1.57,
        shade: (px, py) => 0.5 + (px + py) / 170,
        ramp: TRUNK,
        seed: 5,
        opacity: 0.7,
        angleJitter: 0.1,
      }) +
      path(hole, "#140a10") +
      clip(hole, owl(-1, 10) + path("M-40 -50H40V-22Q0 -34 -40 -8Z", "#140a10", `opacity=".7" filter="url(#blur4)"`)),
    x,
    y,
  );
}

/** The old oak the mouse leans against. */
export function oak(): string {
  const random = createRandom(19);
  const wood = linear(
    [
      [0, TRUNK[3] ?? ""],
      [0.3, TRUNK[2] ?? ""],
      [1, TRUNK[0] ?? ""],
    ],
    [0, 0, 1, 0],
  );
  const cracks = Array.from({ length: 9 }, (_, i) => {
    const x = 1412 + i * 22 + random() * 10;
    return brush(
      `M${x} ${40 + random() * 80}C${x - 10} ${200 + random() * 40} ${x + 12} ${340 + random() * 40} ${x - 4} ${500 + random() * 60}`,
      6,
      TRUNK[0] ?? "",
      { opacity: 0.5, seed: i, jitter: 0.5 },
    );
  });
  const bark = (d: string, seed: number, count: number, flow: Field) =>
    painted(d, wood, `filter="url(#drawn)"`) +
    clip(
      d,
      daub(d, {
        count: count / 2,
        length: 60,
        width: 9,
        flow,
        shade: lit,
        ramp: TRUNK,
        seed: seed + 7,
        opacity: 0.4,
        angleJitter: 0.08,
      }) +
        daub(d, {
          count,
          length: 26,
          width: 3,
          flow,
          shade: (x, y) => lit(x, y) + 0.08,
          ramp: TRUNK,
          seed,
          opacity: 0.5,
          angleJitter: 0.14,
          colorJitter: 0.16,
        }),
    );
  const moss = blob([
    [1330, 640],
    [1380, 592],
    [1408, 520],
    [1440, 540],
    [1450, 640],
  ]);
  return (
    group(
      bark(OAK, 41, 1700, (x, y) => 1.52 + 0.1 * Math.sin(y / 44 + x / 30)) +
        clip(OAK, cracks.join("") + path(moss, "#6a7238", `opacity=".55" filter="url(#blur10)" ${blend("normal")}`)) +
        bark(ROOT, 42, 260, () => -0.3),
      `filter="url(#light-thing)"`,
    ) + hollow(1484, 300)
  );
}
