import { filters } from "./filters.ts";
import { blend } from "./svg.ts";

/** A scene's size; one unit is one pixel of the largest 1x file. */
export const WIDTH = 1600;
export const HEIGHT = 700;

export type Finish = { readonly paper: number; readonly grain: number };

/** A whole scene: filters, planes from far to near, then paper and grain on top. */
export function canvas(planes: readonly string[], lights: readonly string[], { paper, grain }: Finish): string {
  const cover = (filter: string, mode: "multiply" | "soft-light", opacity: number) =>
    `<rect width="${WIDTH}" height="${HEIGHT}" filter="url(#${filter})" ${blend(mode)} opacity="${opacity}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" style="display:block"><defs>${filters}${lights.join("")}</defs>${planes.join("")}${cover("paper", "multiply", paper)}${cover("grain", "soft-light", grain)}</svg>`;
}

export const everywhere = (fill: string, attributes = "") =>
  `<rect x="-60" y="-60" width="${WIDTH + 120}" height="${HEIGHT + 120}" fill="${fill}" ${attributes}/>`;
