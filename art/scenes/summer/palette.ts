import type { Ramp } from "../../kit/color.ts";
import type { Light } from "../../kit/light.ts";

/** The sun is high over the water. */
export const SUN = { x: 760, y: 30 } as const;
export const LIGHT: Light = [-0.66, -0.54, 0.5];

export const SKY: Ramp = ["#6db9de", "#97d0e8", "#c6e6ec", "#f4efd8", "#fff8e4"];
export const SEA: Ramp = ["#0f5c7a", "#1f88a3", "#4fb8c0", "#a8e2d6", "#f6fbe8"];
export const SAND: Ramp = ["#a17a5e", "#cfa478", "#ecca96", "#f9e4b8", "#fff6dc"];
export const LINEN: Ramp = ["#6a6488", "#a99a96", "#dccbb0", "#f4e8cc", "#fff9ea"];
export const JERSEY: Ramp = ["#6f6f9c", "#b7b0b8", "#e6dcc8", "#f7f0dc", "#fffdf2"];
export const STRAW: Ramp = ["#8a5a2e", "#c9954e", "#efce84", "#fff2c0"];
export const OAK: Ramp = ["#5f3a24", "#8a5732", "#c08a52", "#efc88e"];
/** Shadows on the sand: blue-violet. */
export const SHADE = "#5a5aa0";
