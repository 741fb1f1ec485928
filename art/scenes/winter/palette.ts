import type { Ramp } from "../../kit/color.ts";
import type { Light } from "../../kit/light.ts";

/** The fire is the only lamp in this room. */
export const FIRE = { x: 895, y: 500 } as const;
export const LIGHT: Light = [-0.86, 0.08, 0.5];

export const WALL: Ramp = ["#160c12", "#24141a", "#3a2020", "#5a3024", "#8a4a2a"];
export const WOOD: Ramp = ["#2c1714", "#5b3324", "#8d5634", "#d99a5a"];
export const VELVET: Ramp = ["#0b1316", "#162527", "#28403a", "#42614a", "#7d8c58", "#d9b264"];
export const CURTAIN: Ramp = ["#230a12", "#4a1422", "#7d2532", "#c2573f"];
export const STONE: Ramp = ["#2a1b1c", "#5a3c32", "#8f6248", "#d79a62"];
export const WOOL: Ramp = ["#5a4236", "#8d6f58", "#bfa07c", "#e2caa2", "#f8e8c6"];
export const PLAID: Ramp = ["#1c0f1c", "#3a1c2c", "#7a2c36", "#b5543f", "#e9a45e"];

/** Firelight at a point: 1 at the flames, 0 in the corners. */
export const warmth = (x: number, y: number) => Math.max(0, 1 - Math.hypot((x - FIRE.x) / 620, (y - FIRE.y) / 520));
