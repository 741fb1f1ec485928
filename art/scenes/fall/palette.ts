import type { Ramp } from "../../kit/color.ts";
import type { Light } from "../../kit/light.ts";

/** The low sun between the trees. */
export const SUN = { x: 790, y: 392 } as const;
export const LIGHT: Light = [-0.84, -0.12, 0.52];

export const AIR: Ramp = ["#2a1618", "#44241c", "#6a3a22", "#a8642e", "#e8a850", "#ffe6a8"];
export const TRUNK: Ramp = ["#1d1016", "#38201f", "#5c3828", "#8c5a38", "#d0924e", "#ffd08a"];
export const MOSS_WOOL: Ramp = ["#2a3022", "#4a5636", "#73804e", "#a6ac70", "#e0dca4"];
export const CORD: Ramp = ["#2a1824", "#4c2e38", "#74504e", "#a27c68", "#d8b48e"];
export const SHADE = "#4a2440";

/** Sunlight at a point, 0 to 1. */
export const glowAt = (x: number, y: number) => Math.max(0, 1 - Math.hypot((x - SUN.x) / 520, (y - SUN.y) / 330));

/** The forest floor: y for each x. */
export const floorAt = (x: number) => 548 - 14 * Math.sin((x - 200) / 380) - Math.max(0, x - 1240) * 0.06;
