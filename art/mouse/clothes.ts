import { type Ramp, shadeOf } from "../kit/color.ts";
import { knit } from "../kit/knit.ts";
import { egg, type Light, toned } from "../kit/light.ts";
import { brush, type Field, profiles } from "../kit/stroke.ts";
import { blend, clip, path } from "../kit/svg.ts";
import { KERCHIEF_POINT, KERCHIEF_ROUND, SCARF_END, SCARF_ROUND } from "./outlines.ts";
import { PLUM, WINE } from "./palette.ts";

const drop = (d: string, dx: number, dy: number) =>
  path(d, PLUM, `transform="translate(${dx} ${dy})" opacity=".45" filter="url(#blur10)"`);

/** The knitted scarf for fall and winter; neck at (0, -215). */
export function scarf(light: Light): string {
  const dark = WINE[0] ?? "";
  const strands = Array.from({ length: 9 }, (_, i) =>
    brush(
      `M${72 + i * 5.4} ${-77 - i}Q${74 + i * 5.8} ${-67 - i} ${72 + i * 5.4 + (i % 2 ? 0 : 3)} ${-59 - i}`,
      3.6,
      WINE[(i % 3) + 1] ?? "",
      { seed: i },
    ),
  );
  return (
    drop(SCARF_END, -4, 8) +
    path(SCARF_END, WINE[1] ?? "", `filter="url(#drawnSmall)"`) +
    knit(SCARF_END, {
      cx: 80,
      rx: 46,
      top: -215,
      bottom: -70,
      rows: 18,
      columns: 6,
      sag: 4,
      ramp: WINE,
      shade: egg(70, -140, 50, 110, light),
      seed: 41,
      opacity: 0.85,
    }) +
    strands.join("") +
    drop(SCARF_ROUND, 0, 8) +
    path(SCARF_ROUND, WINE[2] ?? "", `filter="url(#drawnSmall)"`) +
    knit(SCARF_ROUND, {
      cx: 2,
      rx: 82,
      top: -258,
      bottom: -176,
      rows: 10,
      columns: 13,
      sag: 12,
      ramp: WINE,
      shade: egg(-6, -218, 86, 44, light),
      seed: 42,
      opacity: 0.85,
    }) +
    brush("M-60 -206C-20 -190 30 -190 70 -204", 4, dark, { opacity: 0.6 }) +
    brush("M-40 -228C0 -220 40 -222 64 -230", 3.4, dark, { opacity: 0.5 })
  );
}

/** The dotted neckerchief for spring and summer. */
export function neckerchief(light: Light): string {
  const shade = egg(-10, -196, 80, 60, light);
  const dots = [
    [-30, -184],
    [-8, -178],
    [14, -182],
    [-16, -164],
    [6, -164],
    [-40, -212],
    [-16, -204],
    [8, -204],
    [32, -208],
    [52, -214],
    [-28, -226],
    [0, -222],
    [24, -226],
    [-4, -150],
  ];
  const folds = [
    "M-58 -206C-30 -192 20 -190 62 -204",
    "M-46 -218C-10 -208 30 -208 66 -216",
    "M-40 -196C-30 -176 -18 -160 -8 -146",
    "M36 -194C26 -176 12 -160 -4 -150",
  ];
  const cloth = (d: string, tone: number) => drop(d, -2, 7) + path(d, shadeOf(WINE, tone), `filter="url(#drawnSmall)"`);
  return (
    cloth(KERCHIEF_POINT, 0.5) +
    cloth(KERCHIEF_ROUND, 0.6) +
    dots
      .map(
        ([x = 0, y = 0]) =>
          `<circle cx="${x}" cy="${y}" r="2.6" fill="#ffeeda" opacity="${(0.35 + shade(x, y) * 0.5).toFixed(2)}"/>`,
      )
      .join("") +
    folds.map((d, i) => brush(d, 4, WINE[0] ?? "", { opacity: 0.5, seed: i })).join("") +
    brush("M-58 -216C-36 -234 20 -242 58 -230", 4, WINE[4] ?? "", { opacity: 0.6, attributes: `filter="url(#blur1)"` })
  );
}

type KnittedOptions = {
  readonly ramp: Ramp;
  readonly light: Light;
  readonly seed: number;
  /** the body under the wool */
  readonly round: { readonly cx: number; readonly cy: number; readonly rx: number; readonly ry: number };
  readonly rows: number;
  readonly columns: number;
  readonly turn?: number;
  readonly sag?: number;
  /** the light, if the body isn't an egg */
  readonly shade?: Field;
};

/** A knitted part of a sweater: flat color and stitches. */
export function knitted(d: string, options: KnittedOptions): string {
  const { ramp, light, seed, round, rows, columns, turn = 0, sag = 10 } = options;
  const { cx, cy, rx, ry } = round;
  const lit = options.shade ?? toned(egg(cx, cy, rx * 1.05, ry * 1.1, light), 1.3, 0.52);
  return (
    path(d, ramp[1] ?? "", `filter="url(#drawnSmall)"`) +
    clip(d, path(d, ramp[2] ?? "", `opacity=".85"`)) +
    knit(d, {
      cx,
      rx,
      top: cy - ry,
      bottom: cy + ry,
      rows,
      columns,
      ramp,
      turn,
      sag,
      seed,
      shade: lit,
      opacity: 0.8,
    })
  );
}

/** The shadow of something in front, inside a shape. */
export const shadowIn = (d: string, shadow: string, opacity = 0.5) =>
  clip(d, path(shadow, PLUM, `opacity="${opacity}" filter="url(#blur10)" ${blend("multiply")}`));

/** A ribbed cuff. `d`: its outline; `ribs`: lines along the arm, dark to light. */
export function cuff(d: string, ribs: readonly string[], ramp: Ramp, width = 3.4): string {
  const lines = ribs.map((rib, i) =>
    brush(rib, width, shadeOf(ramp, 0.85 - (i / ribs.length) * 0.65), {
      seed: i,
      opacity: 0.9,
      profile: profiles.leaf,
    }),
  );
  return path(d, ramp[2] ?? "", `filter="url(#drawnSmall)"`) + lines.join("");
}
