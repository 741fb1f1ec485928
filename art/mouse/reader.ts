import type { Ramp } from "../kit/color.ts";
import type { Light } from "../kit/light.ts";
import { brush } from "../kit/stroke.ts";
import { clip, group, path, place } from "../kit/svg.ts";
import { book, type BookOptions } from "./book.ts";
import { cuff, knitted, shadowIn } from "./clothes.ts";
import { farPalm, fingers, hand } from "./hand.ts";
import { head } from "./head.ts";
import { ARM, CUFF, NECK, TORSO } from "./outlines.ts";
import { FUR, PLUM } from "./palette.ts";

const TORSO_DARK = "M30 -230C100 -180 140 -80 110 20L20 30C80 -30 80 -150 30 -230Z";
const UNDER_CHIN = "M-120 -206C-90 -232 30 -236 60 -206C40 -178 -90 -176 -120 -206Z";
const ARM_DARK = "M100 -150C100 -70 40 -36 -60 -62L-60 -36L110 -26Z";

const RIBS = Array.from({ length: 6 }, (_, i) => `M${-47 + i * 4.4} -119Q${-52 + i * 5} -93 ${-45 + i * 4.2} -67`);

type ReaderOptions = {
  readonly light: Light;
  /** the sweater's wool, dark to light */
  readonly jersey: Ramp;
  /** stripe color, for a sailor's sweater */
  readonly stripes?: string;
  readonly book: BookOptions;
  /** scarf or neckerchief */
  readonly neckwear: string;
  /** blanket or legs: drawn between body and book */
  readonly lap?: string;
  readonly hat?: string;
  readonly headTilt?: number;
  readonly headAt?: readonly [number, number];
  readonly glass?: string;
  readonly rim?: number;
};

function stripesOn(part: "torso" | "arm", color: string): string {
  const even = { profile: () => 1, opacity: 0.8 };
  if (part === "torso")
    return Array.from({ length: 9 }, (_, i) =>
      brush(`M-130 ${-210 + i * 27}Q-4 ${-180 + i * 27} 130 ${-206 + i * 27}`, 9, color, { ...even, seed: i }),
    ).join("");
  const upper = [0, 1, 2].map((i) =>
    brush(`M0 ${-176 + i * 24}Q50 ${-160 + i * 22} 104 ${-176 + i * 30}`, 8, color, even),
  );
  const lower = [0, 1, 2].map((i) =>
    brush(`M${-18 + i * 22} -122Q${-26 + i * 24} -90 ${-14 + i * 25} -46`, 8, color, even),
  );
  return [...upper, ...lower].join("");
}

const clipTo = (d: string, inner: string) => (inner ? clip(d, inner) : "");

function torso({ jersey, light, stripes }: ReaderOptions): string {
  return (
    path(NECK, FUR[2] ?? "") +
    path(NECK, PLUM, `opacity=".35"`) +
    knitted(TORSO, {
      ramp: jersey,
      light,
      seed: 21,
      round: { cx: -4, cy: -105, rx: 124, ry: 125 },
      rows: 26,
      columns: 15,
    }) +
    clipTo(TORSO, stripes ? stripesOn("torso", stripes) : "") +
    shadowIn(TORSO, TORSO_DARK) +
    shadowIn(TORSO, UNDER_CHIN, 0.55)
  );
}

function arm({ jersey, light, stripes }: ReaderOptions): string {
  const crease = jersey[0] ?? "";
  return (
    path(ARM, PLUM, `transform="translate(2 9)" opacity=".5" filter="url(#blur10)"`) +
    knitted(ARM, {
      ramp: jersey,
      light,
      seed: 31,
      round: { cx: 4, cy: -128, rx: 98, ry: 78 },
      rows: 16,
      columns: 12,
      sag: 14,
    }) +
    clipTo(ARM, stripes ? stripesOn("arm", stripes) : "") +
    shadowIn(ARM, ARM_DARK, 0.55) +
    brush("M14 -112C4 -107 -4 -110 -16 -112", 3.5, crease, { opacity: 0.8 }) +
    brush("M18 -106C24 -98 34 -96 40 -98", 3, crease, { opacity: 0.6 })
  );
}

/**
 * The mouse reading, from the hips up, facing left: origin at the seat, ear tips near y -490, book from x -246. The
 * scene has to define the filters `light-head` and `light-part` (`lightsFor`).
 */
export function reader(options: ReaderOptions): string {
  const {
    light,
    neckwear,
    lap = "",
    hat = "",
    headTilt = -15,
    headAt = [-28, -304],
    glass = "#ffcf80",
    rim = 0.9,
  } = options;
  const lit = (inner: string) => group(inner, `filter="url(#light-part)"`);
  const held =
    place(farPalm(), -240, -132, 0, [-0.62, 0.9]) +
    book(options.book) +
    place(fingers(), -246, -132, -6, [-0.95, 0.92]);
  return (
    torso(options) +
    lap +
    place(head({ light, glass, rim, hat, filter: "light-head" }), ...headAt, headTilt) +
    lit(neckwear) +
    place(held, -2, 16, 0, 0.97) +
    lit(arm(options)) +
    place(hand(), -71, -94, 4, 0.92) +
    cuff(CUFF, RIBS, options.jersey) +
    brush("M-22 -121C-15 -105 -16 -83 -22 -66", 3.4, options.jersey[0] ?? "", { opacity: 0.55 })
  );
}
