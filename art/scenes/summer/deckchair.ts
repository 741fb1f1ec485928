import { curve } from "../../kit/shape.ts";
import { brush, daub, profiles } from "../../kit/stroke.ts";
import { clip, group, path } from "../../kit/svg.ts";
import { OAK } from "./palette.ts";

type Points = readonly (readonly [number, number])[];

/** The near edge of the canvas: hangs from the top rail and sags under the mouse. */
const NEAR: Points = [
  [1486, 206],
  [1478, 300],
  [1462, 390],
  [1436, 470],
  [1400, 540],
  [1344, 594],
  [1272, 606],
  [1204, 580],
  [1150, 526],
];
const FAR: Points = [
  [1092, 508],
  [1150, 556],
  [1216, 578],
  [1280, 564],
  [1336, 512],
  [1368, 440],
  [1388, 370],
  [1402, 290],
  [1404, 198],
];

const SLING = `${curve(NEAR)}L${curve(FAR).slice(1)}Z`;

function stripe(t: number, width: number, color: string): string {
  const between = NEAR.map(([x, y], i) => {
    const [fx, fy] = FAR[FAR.length - 1 - i] ?? [x, y];
    return [x + (fx - x) * t, y + (fy - y) * t] as const;
  });
  return brush(curve(between), width, color, {
    profile: profiles.even,
    jitter: 0.06,
    opacity: 0.85,
    points: 40,
    seed: Math.round(t * 50),
  });
}

/** An oak rail, lit from the upper left. */
function rail(d: string, width: number): string {
  return (
    brush(d, width, OAK[1] ?? "", { profile: profiles.even, jitter: 0.03 }) +
    brush(d, width * 0.62, OAK[2] ?? "", {
      profile: profiles.even,
      jitter: 0.06,
      attributes: `transform="translate(${-width * 0.14} ${-width * 0.1})"`,
    }) +
    brush(d, width * 0.24, OAK[3] ?? "", {
      profile: profiles.even,
      jitter: 0.2,
      opacity: 0.9,
      attributes: `transform="translate(${-width * 0.26} ${-width * 0.16})"`,
    })
  );
}

/** Frame and canvas behind the mouse. */
export function deckchairBack(): string {
  const stripes = [0.14, 0.34, 0.56, 0.78, 0.94].map((t, i) =>
    stripe(t, i === 2 ? 16 : 10, i === 2 ? "#a8324a" : "#2f6f8a"),
  );
  const weave = daub(SLING, {
    count: 700,
    length: 13,
    width: 2,
    flow: (x, y) => (y < 460 ? 1.7 : 2.7),
    shade: (x, y) => 0.85 - (x - 1180) / 560 - Math.max(0, y - 420) / 420,
    ramp: ["#5f5a90", "#cdb8a8", "#fff4d8"],
    seed: 19,
    opacity: 0.34,
  });
  return group(
    rail("M1222 486C1180 550 1136 614 1090 674", 11) +
      rail("M1090 510C1190 560 1290 612 1384 668", 11) +
      rail("M1488 206C1410 380 1310 540 1206 704", 13) +
      rail("M1078 500C1104 508 1130 518 1160 530", 13) +
      path(SLING, "#f7e8c8", `filter="url(#drawnSmall)"`) +
      clip(SLING, stripes.join("") + weave) +
      rail("M1150 522C1262 582 1374 636 1486 690", 13) +
      rail("M1376 188C1416 190 1456 196 1504 204", 15),
    `filter="url(#light-thing)"`,
  );
}

/** The near edge of the canvas; draw it after the mouse, which sinks into it. */
export function deckchairFront(): string {
  const edge = curve(NEAR.slice(1, 8));
  const shift = (dx: number, dy: number) => `transform="translate(${dx} ${dy})"`;
  return group(
    brush(edge, 22, "#f3e2c0", { points: 60, jitter: 0.05, attributes: shift(-3, -4) }) +
      brush(edge, 8, "#2f6f8a", { points: 60, opacity: 0.85, attributes: shift(-6, -6) }) +
      brush(edge, 4, "#fffaf0", { points: 60, opacity: 0.8, attributes: shift(3, 2) }),
    `filter="url(#light-thing)"`,
  );
}
