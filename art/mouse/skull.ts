import { egg, type Light, toned } from "../kit/light.ts";
import { daub, type Field, fringe } from "../kit/stroke.ts";
import { blend, clip, line, painted, path, radialAt } from "../kit/svg.ts";
import { NAPE, SKULL } from "./outlines.ts";
import { FUR } from "./palette.ts";

const BROW_EDGE = "M-136 34C-120 10 -98 -6 -78 -28C-58 -68 -20 -88 22 -86";

const base = radialAt(-62, -38, 190, [
  [0, "#e6c69f"],
  [0.38, "#b8926f"],
  [0.75, "#7f5d48"],
  [1, "#4b332c"],
]);

const soft = (cx: number, cy: number, rx: number, ry: number, color: string, opacity: number, rest = "") =>
  `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${color}" opacity="${opacity}" filter="url(#blur10)" ${rest}/>`;

/** The furry egg with its snout, without features. `rim`: strength of the light along the forehead. */
export function skull(light: Light, rim: number): string {
  const round = toned(egg(-16, -2, 122, 98, light), 1.3, 0.42);
  const muzzle = egg(-98, 46, 46, 36, light);
  const shade: Field = (x, y) =>
    x < -66 && y > 12 ? Math.max(round(x, y) * 0.6 + muzzle(x, y) * 0.45, 0.2) : round(x, y);
  const flow: Field = (x, y) =>
    Math.atan2(y - 44, x + 134) * 0.75 + (y > 10 ? 0.35 : -0.25) * Math.min(1, (x + 134) / 120);
  return (
    path(SKULL, FUR[2] ?? "", `filter="url(#fuzz)"`) +
    fringe(SKULL, {
      count: 230,
      length: 7.5,
      width: 2.2,
      ramp: FUR,
      shade: (x, y) => 0.2 + shade(x, y) * 0.75,
      seed: 5,
      lean: 0.75,
      side: -1,
      from: 0.12,
      to: 0.6,
    }) +
    clip(SKULL, painted(SKULL, base) + soft(-92, 58, 46, 26, "#f6e2bd", 0.85) + soft(-6, 72, 66, 24, "#ecd2ac", 0.45)) +
    daub(SKULL, {
      count: 2300,
      length: 9,
      width: 1.25,
      flow,
      shade: (x, y) => shade(x, y) + (x < -50 && y > 22 ? 0.18 : 0),
      ramp: FUR,
      seed: 6,
      opacity: 0.55,
      loose: true,
    }) +
    clip(
      SKULL,
      path(NAPE, "#3a1d22", `opacity=".42" filter="url(#blur10)" ${blend("multiply")}`) +
        soft(14, 36, 32, 21, "#e0705a", 0.5, blend("soft-light")) +
        soft(10, 36, 25, 16, "#e8735e", 0.34) +
        line(BROW_EDGE, "#fff0c8", 9, `opacity="${rim}" filter="url(#blur4)"`),
    )
  );
}
