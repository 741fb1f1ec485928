import { shadeOf } from "../kit/color.ts";
import type { Light } from "../kit/light.ts";
import { brush } from "../kit/stroke.ts";
import { group } from "../kit/svg.ts";
import { ears } from "./ears.ts";
import { eyes } from "./eyes.ts";
import { muzzle } from "./muzzle.ts";
import { FUR } from "./palette.ts";
import { skull } from "./skull.ts";
import { spectacles } from "./spectacles.ts";

export type HeadOptions = {
  readonly light: Light;
  /** the lamp's color in the glasses */
  readonly glass?: string;
  /** strength of the light along the forehead, 0 to 1 */
  readonly rim?: number;
  /** a hat or a flower between the ears, in head units */
  readonly hat?: string;
  /** a filter for the fur alone, so that eyes, smile and glasses keep their contrast */
  readonly filter?: string;
};

/** Hair in front of the ear; hides the end of the glasses. */
function tuft(): string {
  const hairs = [
    "M40 -52C52 -44 62 -34 68 -22",
    "M48 -56C60 -46 68 -38 72 -26",
    "M44 -46C52 -38 58 -30 61 -20",
    "M56 -54C66 -46 72 -36 76 -28",
    "M50 -48C58 -40 64 -32 66 -24",
    "M62 -52C70 -44 76 -34 78 -24",
  ];
  return hairs.map((d, i) => brush(d, 4.5, shadeOf(FUR, 0.36 + (i % 3) * 0.07), { seed: i, opacity: 0.9 })).join("");
}

/**
 * The head in three-quarter view, facing left: nose at x -138, nape at 96, ear tips at y -190, chin at 80. The neck
 * joins at about (30, 80).
 */
export function head({ light, glass = "#ffcf80", rim = 0.8, hat = "", filter }: HeadOptions): string {
  const fur = group(ears(light) + skull(light, rim), filter ? `filter="url(#${filter})"` : "");
  return fur + eyes() + muzzle() + spectacles(glass) + tuft() + hat;
}
