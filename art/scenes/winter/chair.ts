import { blob } from "../../kit/shape.ts";
import { brush, daub, type Field } from "../../kit/stroke.ts";
import { clip, group, linear, painted, path } from "../../kit/svg.ts";
import { VELVET } from "./palette.ts";

const BACK = blob([
  [1174, 640],
  [1174, 640],
  [1160, 520],
  [1152, 400],
  [1160, 300],
  [1188, 222],
  [1246, 170],
  [1330, 152],
  [1420, 164],
  [1484, 206],
  [1516, 290],
  [1516, 400],
  [1510, 520],
  [1500, 640],
  [1500, 640],
]);
const WING = blob([
  [1424, 196],
  [1470, 178],
  [1516, 206],
  [1542, 270],
  [1548, 350],
  [1540, 430],
  [1524, 500],
  [1452, 520],
  [1452, 520],
  [1462, 450],
  [1452, 380],
  [1428, 310],
  [1412, 244],
]);
const ARM = blob([
  [1362, 712],
  [1362, 712],
  [1368, 640],
  [1348, 596],
  [1340, 548],
  [1356, 506],
  [1400, 484],
  [1456, 476],
  [1520, 482],
  [1566, 512],
  [1580, 560],
  [1574, 640],
  [1570, 712],
  [1570, 712],
]);
const SCROLL = blob([
  [1348, 552],
  [1360, 514],
  [1396, 500],
  [1430, 514],
  [1440, 552],
  [1424, 590],
  [1408, 640],
  [1404, 712],
  [1404, 712],
  [1362, 712],
  [1362, 712],
  [1370, 640],
  [1352, 594],
]);

/** Velvet: long, soft strokes of low contrast that follow the chair's shape. */
function velvet(d: string, shade: Field, flow: Field, seed: number, count: number): string {
  return (
    path(d, VELVET[2] ?? "") +
    clip(
      d,
      daub(d, {
        count: count / 4,
        length: 60,
        width: 16,
        flow,
        shade,
        ramp: VELVET,
        seed: seed + 50,
        opacity: 0.5,
        angleJitter: 0.2,
        colorJitter: 0.05,
      }) +
        daub(d, {
          count,
          length: 17,
          width: 2.2,
          flow,
          shade,
          ramp: VELVET,
          seed,
          opacity: 0.26,
          angleJitter: 0.25,
          colorJitter: 0.09,
        }),
    )
  );
}

/** A button and the folds that run to it. */
function tuft(x: number, y: number): string {
  const [dark, light] = [VELVET[0] ?? "", VELVET[4] ?? ""];
  const fold = (dx: number, dy: number) => `M${x} ${y}Q${x + dx * 0.4} ${y + dy * 0.6} ${x + dx} ${y + dy}`;
  const folds = [
    [-44, 52],
    [44, 52],
    [-44, -46],
    [44, -46],
  ].map(
    ([dx = 0, dy = 0]) =>
      brush(fold(dx, dy), 8, dark, { opacity: 0.55, attributes: `filter="url(#blur1)"` }) +
      brush(fold(dx, dy), 4, light, {
        opacity: 0.35,
        attributes: `transform="translate(${dx > 0 ? 5 : -4} -4)" filter="url(#blur1)"`,
      }),
  );
  return (
    folds.join("") +
    `<ellipse cx="${x}" cy="${y}" rx="7" ry="6.5" fill="${dark}"/><ellipse cx="${x - 2}" cy="${y - 0.5}" rx="3.4" ry="3.6" fill="#c0a864" opacity=".85"/>`
  );
}

const piping = (d: string, width: number, opacity: number) =>
  brush(d, width + 4, VELVET[0] ?? "", { opacity: 0.5 }) +
  brush(d, width, "#ffcf86", { opacity, attributes: `filter="url(#blur1)"` });

/** The back of the chair; draw it before the mouse. */
export function chairBack(): string {
  const shade: Field = (x, y) => 0.66 - (x - 1150) / 430 - Math.abs(y - 330) / 1500;
  const tufts = [
    [1222, 330],
    [1396, 236],
    [1310, 200],
    [1432, 340],
    [1396, 440],
  ]
    .map(([x = 0, y = 0]) => tuft(x, y))
    .join("");
  return group(
    velvet(BACK, shade, (x, y) => 1.5 + (x - 1330) * 0.0012 + (y < 230 ? (x - 1330) * 0.003 : 0), 61, 1800) +
      clip(BACK, tufts) +
      piping("M1172 620C1150 480 1142 330 1180 238C1216 172 1300 146 1390 158", 7, 0.75),
    `filter="url(#light-chair)"`,
  );
}

/** The near wing and arm; draw them after the mouse, so that it sits in the chair. */
export function chairFront(): string {
  const front = linear(
    [
      [0, "#5d7350"],
      [0.5, "#33493c"],
      [1, "#101b1c"],
    ],
    [0, 0.2, 1, 0.5],
  );
  return group(
    velvet(
      WING,
      (x, y) => 0.52 - (x - 1408) / 200 - Math.abs(y - 300) / 1200,
      () => 1.45,
      64,
      420,
    ) +
      piping("M1424 200C1406 250 1420 306 1442 358C1460 410 1466 460 1456 512", 6, 0.6) +
      velvet(
        ARM,
        (x, y) => 0.6 - (x - 1360) / 330 - Math.max(0, y - 500) / 380,
        (_, y) => (y < 530 ? 0.05 : 1.5),
        63,
        700,
      ) +
      painted(SCROLL, front) +
      velvet(
        SCROLL,
        (x, y) => 0.74 - (x - 1350) / 190 - Math.max(0, y - 560) / 330,
        (x, y) => Math.atan2(y - 552, x - 1396) + 1.57,
        65,
        260,
      ) +
      piping(
        "M1364 690C1372 640 1346 600 1346 552C1352 510 1390 492 1428 508C1446 530 1440 570 1424 592C1410 630 1404 660 1404 700",
        6,
        0.6,
      ) +
      brush(
        "M1400 556C1390 550 1392 538 1402 538C1416 540 1418 560 1402 568C1382 572 1372 552 1384 532",
        4,
        VELVET[0] ?? "",
        { opacity: 0.6 },
      ),
    `filter="url(#light-chair)"`,
  );
}

export const CHAIR_BACK = BACK;
