import { type Ramp, shadeOf } from "../kit/color.ts";
import { brush } from "../kit/stroke.ts";
import { clip, group, line, painted, path, place, radialAt } from "../kit/svg.ts";
import { emblem } from "./book.ts";
import { type MascotGaze, mascotHead } from "./mascot-head.ts";
import {
  ARM,
  COVER_FAR,
  COVER_NEAR,
  CUFF,
  KERCHIEF_POINT,
  KERCHIEF_ROUND,
  NECK,
  PAGES,
  SCARF_END,
  SCARF_ROUND,
  TORSO,
} from "./outlines.ts";
import { FUR, PLUM, SKIN, WINE } from "./palette.ts";

export type MascotOptions = {
  /** wool of the jersey, dark to light, at least four colours */
  readonly jersey: Ramp;
  readonly stripes?: string;
  readonly neckwear: "scarf" | "neckerchief";
  readonly holds: "book" | "glass";
  /** cover of the book, dark to light */
  readonly cover?: Ramp;
  readonly gaze?: MascotGaze;
  /** colour of the headphones, for the player */
  readonly headphones?: string;
  /** drawn in head units, between the ears */
  readonly hat?: string;
  readonly tilt?: number;
};

const shade = (d: string, shadow: string, opacity: number) => clip(d, path(shadow, PLUM, `opacity="${opacity}"`));

function jersey({ jersey: ramp, stripes }: MascotOptions): string {
  const wool = radialAt(-60, -170, 240, [
    [0, shadeOf(ramp, 0.85)],
    [0.6, shadeOf(ramp, 0.6)],
    [1, shadeOf(ramp, 0.3)],
  ]);
  const bands = stripes
    ? [0, 1, 2, 3, 4, 5].map((i) =>
        line(`M-130 ${-186 + i * 34}Q-4 ${-160 + i * 34} 130 ${-184 + i * 34}`, stripes, 10),
      )
    : [];
  return (
    path(NECK, FUR[2] ?? "") +
    painted(TORSO, wool) +
    clip(TORSO, bands.join("")) +
    shade(TORSO, "M54 -230C110 -180 150 -60 100 30L40 30C86 -40 90 -150 54 -230Z", 0.22)
  );
}

function neckwear(kind: MascotOptions["neckwear"]): string {
  const [dark, red, light] = [WINE[1] ?? "", WINE[2] ?? "", WINE[3] ?? ""];
  const fold = brush("M-58 -206C-20 -190 30 -190 66 -204", 5, dark, { opacity: 0.7 });
  return kind === "scarf"
    ? path(SCARF_END, dark) +
        path(SCARF_ROUND, red) +
        fold +
        brush("M-56 -222C-30 -236 20 -240 60 -230", 5, light, { opacity: 0.8 })
    : path(KERCHIEF_POINT, red) +
        path(KERCHIEF_ROUND, shadeOf(WINE, 0.6)) +
        fold +
        brush("M-52 -218C-30 -232 20 -240 56 -228", 5, light, { opacity: 0.8 });
}

function openBook(cover: Ramp): string {
  const gold = "#e3b45f";
  return (
    path(PAGES, "#fbe9c4") +
    path(COVER_NEAR, shadeOf(cover, 0.45)) +
    path(COVER_FAR, shadeOf(cover, 0.75)) +
    brush("M-178 -52C-181 -100 -184 -150 -186 -192", 9, shadeOf(cover, 0.1), { profile: () => 0.8 }) +
    line("M-166 -70C-146 -78 -110 -83 -78 -80L-84 -194C-116 -199 -150 -194 -173 -184Z", gold, 2.5) +
    place(emblem(gold), -126, -138, 0, 1.6)
  );
}

/** A hand of one shape with three lines between the fingers, round an edge at x = 0. */
const paw = (x: number, y: number, flip: 1 | -1) =>
  place(
    path("M24 -20C6 -26 -16 -24 -22 -14C-28 -6 -26 2 -24 8C-22 20 0 24 24 20C34 10 34 -12 24 -20Z", SKIN[3] ?? "") +
      line("M-22 -8H-4M-24 1H-4M-22 10H-4", SKIN[1] ?? "", 2.2, `opacity=".6"`),
    x,
    y,
    0,
    [flip, 1],
  );

const glassInPaw = () =>
  path(
    "M-112 -50C-100 -58 -90 -56 -87 -66C-87 -100 -86 -118 -88 -132H-80C-82 -118 -81 -100 -81 -66C-78 -56 -68 -58 -56 -50C-66 -44 -102 -44 -112 -50Z",
    "#ffe6c0",
    `opacity=".8"`,
  ) +
  path("M-118 -206C-124 -158 -114 -132 -84 -132C-54 -132 -44 -158 -50 -206Z", "#fff3dc", `opacity=".45"`) +
  path("M-120 -178C-120 -150 -108 -134 -84 -134C-60 -134 -48 -150 -48 -178Z", WINE[2] ?? "") +
  path("M-120 -178C-110 -171 -58 -171 -48 -178C-58 -185 -110 -185 -120 -178Z", WINE[3] ?? "") +
  brush("M-112 -200C-116 -170 -112 -152 -100 -144", 5, "#ffffff", { opacity: 0.8 });

/**
 * The mouse for small places: the same outlines, flat colours with a few shadows, at most 60 shapes and no filter, so
 * it stays a few KB as SVG. Origin at the seat; it fills x -280 to 130, y -500 to 20.
 */
export function mascot(options: MascotOptions): string {
  const { holds, cover = WINE, gaze = "page", headphones, hat = "", tilt = -15 } = options;
  const sleeve = shadeOf(options.jersey, 0.7);
  return group(
    jersey(options) +
      place(mascotHead({ gaze, hat, ...(headphones ? { headphones } : {}) }), -28, -304, tilt) +
      neckwear(options.neckwear) +
      (holds === "book" ? place(openBook(cover) + paw(-248, -132, -1), -2, 16, 0, 0.97) : glassInPaw()) +
      path(ARM, sleeve) +
      shade(ARM, "M100 -150C100 -70 40 -46 -60 -72L-60 -36L110 -26Z", 0.22) +
      paw(-71, -94, 1) +
      path(CUFF, shadeOf(options.jersey, 0.9)),
  );
}

/** A drawing as an SVG file of its own: `box` is "left top width height" in the drawing's units. */
export const svgFile = (drawing: string, box: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${drawing}</svg>\n`;
