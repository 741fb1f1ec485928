import { curve } from "../../kit/shape.ts";
import { brush, daub, profiles } from "../../kit/stroke.ts";
import { clip, group, path } from "../../kit/svg.ts";
import { OAK } from "./palette.ts";

type Points = readonly (readonly [number, number])[];

/** The edge of the cloth on our side: it hangs from the top rail and gives under the mouse. */
const NEAR: Points = [
  [1478, 206],
  [1462, 300],
  [1436, 392],
  [1394, 486],
  [1338, 560],
  [1272, 590],
  [1206, 572],
  [1146, 522],
];
const FAR: Points = [
  [1092, 506],
  [1150, 552],
  [1216, 566],
  [1276, 540],
  [1326, 476],
  [1362, 388],
  [1384, 296],
  [1396, 196],
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

/** A rail of oak, lit on its upper left side. */
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

/** Frame and cloth behind the mouse. */
export function deckchairBack(): string {
  const stripes = [0.14, 0.34, 0.56, 0.78, 0.94].map((t, i) =>
    stripe(t, i === 2 ? 16 : 10, i === 2 ? "#a8324a" : "#2f6f8a"),
  );
  return group(
    rail("M1384 196C1300 360 1190 520 1086 668", 11) +
      rail("M1090 510C1190 560 1290 610 1380 664", 11) +
      path(SLING, "#f7e8c8", `filter="url(#drawnSmall)"`) +
      clip(
        SLING,
        stripes.join("") +
          daub(SLING, {
            count: 700,
            length: 13,
            width: 2,
            flow: (x, y) => (y < 460 ? 1.7 : 2.7),
            shade: (x, y) => 0.85 - (x - 1180) / 560 - Math.max(0, y - 420) / 420,
            ramp: ["#5f5a90", "#cdb8a8", "#fff4d8"],
            seed: 19,
            opacity: 0.34,
          }),
      ) +
      rail("M1370 188C1410 190 1450 196 1496 204", 15),
    `filter="url(#light-thing)"`,
  );
}

/** What stands before the mouse: the lip of the cloth that it sinks into, and the rails on our side. */
export function deckchairFront(): string {
  const lip =
    brush(curve(NEAR.slice(2, 7)), 17, "#f3e2c0", { points: 40, jitter: 0.05 }) +
    brush(curve(NEAR.slice(2, 7)), 6, "#2f6f8a", { points: 40, opacity: 0.8 });
  return group(
    lip +
      rail("M1148 520C1260 580 1372 632 1482 684", 13) +
      rail("M1366 470C1310 556 1250 630 1196 700", 13) +
      rail("M1082 500C1106 508 1130 516 1156 526", 13) +
      `<circle cx="1300" cy="596" r="5" fill="${OAK[0] ?? ""}"/><circle cx="1299" cy="594.500" r="2" fill="${OAK[3] ?? ""}"/>`,
    `filter="url(#light-thing)"`,
  );
}
