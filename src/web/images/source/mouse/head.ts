import type { Light } from "../kit/light.ts";
import { group } from "../kit/svg.ts";
import { ears } from "./ears.ts";
import { eyes } from "./eyes.ts";
import { muzzle } from "./muzzle.ts";
import { skull } from "./skull.ts";
import { spectacles } from "./spectacles.ts";

export type HeadOptions = {
  readonly light: Light;
  /** colour of the lamp on the glasses */
  readonly glass?: string;
  /** light along the forehead, 0 to 1 */
  readonly rim?: number;
  /** drawn in head units: a hat, a flower; stands between the ears */
  readonly hat?: string;
  /** a filter that lights the fur; eyes, smile and spectacles keep their own contrast */
  readonly filter?: string;
};

/**
 * The head, facing left in three-quarter view: 236 wide from nose (-138) to nape (96), ears up to -190, chin at 80.
 * The neck joins at about (30, 80).
 */
export function head({ light, glass = "#ffcf80", rim = 0.8, hat = "", filter }: HeadOptions): string {
  const fur = group(ears(light) + skull(light, rim), filter ? `filter="url(#${filter})"` : "");
  return fur + eyes() + muzzle() + spectacles(glass) + hat;
}
