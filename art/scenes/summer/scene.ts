import { canvas, everywhere } from "../../kit/canvas.ts";
import { relight } from "../../kit/light.ts";
import { blend, group, place, radialAt } from "../../kit/svg.ts";
import { lightsFor } from "../../mouse/lights.ts";
import { glassAt, WHITE_WINE } from "../../things/glass.ts";
import { crab, crate, duneGrass, flotsam, huts, sandShade } from "./beach.ts";
import { deckchairBack, deckchairFront } from "./deckchair.ts";
import { recliningMouse } from "./mouse.ts";
import { SUN } from "./palette.ts";
import { parasol } from "./parasol.ts";
import { seaside } from "./sea.ts";

/** Summer: a day at the sea. */
export function summer(): string {
  const sunlight = radialAt(SUN.x, SUN.y, 900, [
    [0, "#fff2b0", 0.3],
    [1, "#fff2b0", 0],
  ]);
  const vignette = radialAt(900, 300, 1100, [
    [0.5, "#ffffff"],
    [1, "#c8b4d0"],
  ]);
  return canvas(
    [
      seaside(),
      huts(),
      flotsam(),
      sandShade(1400, 650, 340, 60, 0.8),
      place(parasol(), 0, -20),
      place(
        deckchairBack() +
          place(group(recliningMouse(), `filter="url(#light-figure)"`), 1306, 552, 0, 0.75) +
          deckchairFront(),
        0,
        10,
      ),
      sandShade(1020, 640, 110, 20, 0.8),
      crate(980, 634),
      glassAt(984, 516, 1, WHITE_WINE, "#f4fbff"),
      sandShade(884, 622, 60, 12, 0.7),
      crab(876, 606),
      sunlight.defs + everywhere(sunlight.fill, blend("soft-light")),
      vignette.defs + everywhere(vignette.fill, blend("multiply")),
      duneGrass(),
    ],
    [
      lightsFor({
        x: -0.7,
        y: -0.56,
        shade: "#9284b8",
        key: "#fff0a8",
        rim: "#fffce8",
        back: "#bfe4ff",
        strength: 0.8,
        wash: 0.5,
      }),
      relight("light-parasol", {
        shade: { dx: -60, dy: -30, blur: 40, color: "#8f86c0", opacity: 0.5 },
        key: { dx: 60, dy: 30, blur: 30, color: "#fff0a8", opacity: 0.3 },
        rim: { dx: 3, dy: 3, blur: 1.6, color: "#fffce8", opacity: 0.8 },
      }),
    ],
    { paper: 0.26, grain: 0.22 },
  );
}
