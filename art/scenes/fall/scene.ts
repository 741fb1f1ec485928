import { canvas, everywhere } from "../../kit/canvas.ts";
import { blend, group, place, radialAt } from "../../kit/svg.ts";
import { lightsFor } from "../../mouse/lights.ts";
import { glassAt, RED_WINE } from "../../things/glass.ts";
import { forest } from "./forest.ts";
import { duskShade, falling, heap, motes, mushrooms, nearLeaves, pumpkin, toadstool } from "./heap.ts";
import { leaningMouse, tailOnLeaves } from "./mouse.ts";
import { oak } from "./oak.ts";
import { SHADE, SUN } from "./palette.ts";

/** Fall: the last sun in the woods. */
export function fall(): string {
  const sunlight = radialAt(SUN.x, SUN.y, 640, [
    [0, "#ffb04a", 0.5],
    [0.35, "#e88a2c", 0.2],
    [1, "#a04a18", 0],
  ]);
  const vignette = radialAt(
    960,
    400,
    1000,
    [
      [0.3, "#ffffff"],
      [0.75, "#c4a0a4"],
      [1, "#7a5a70"],
    ],
    0.75,
  );
  return canvas(
    [
      forest(),
      pumpkin(566, 590, 0.9),
      pumpkin(668, 606, 0.62),
      mushrooms(470, 602),
      place(oak(), -20, 0),
      duskShade(1300, 620, 330, 60, 0.7),
      heap(false),
      duskShade(1270, 574, 200, 26, 0.8),
      place(group(leaningMouse(), `filter="url(#light-figure)"`), 1296, 560, 0, 0.76),
      heap(true),
      place(group(tailOnLeaves(), `filter="url(#light-part)"`), 1296, 560, 0, 0.76),
      toadstool(936, 634, 0.9),
      glassAt(938, 524, 1, RED_WINE, "#ffe6c0"),
      falling(),
      motes(),
      sunlight.defs + everywhere(sunlight.fill, blend("screen")),
      vignette.defs + everywhere(vignette.fill, blend("multiply")),
      nearLeaves(),
    ],
    [lightsFor({ x: -0.98, y: -0.1, shade: SHADE, key: "#ffb04a", rim: "#ffdc98", back: "#9a86c0", strength: 0.95 })],
    { paper: 0.36, grain: 0.28 },
  );
}
