import type { Ramp } from "../../kit/color.ts";
import type { Light } from "../../kit/light.ts";

/** A mild sun, high on the left. */
export const SUN = { x: 610, y: 40 } as const;
export const LIGHT: Light = [-0.66, -0.5, 0.56];

export const SKY: Ramp = ["#a9d3e4", "#c6e2e6", "#e2ede0", "#f8ecdc", "#fff8ee"];
export const MEADOW: Ramp = ["#35603f", "#527f48", "#79a354", "#a6c46a", "#d6e08e", "#f4f0b8"];
export const BARK: Ramp = ["#33222c", "#5a3e3c", "#86614e", "#b48c6a", "#e6c89c"];
export const YELLOW_WOOL: Ramp = ["#7d6044", "#b98f52", "#e3c176", "#f6e2a4", "#fff6d8"];
export const BLUE_LINEN: Ramp = ["#434a70", "#66739c", "#93a3c2", "#c3cfde", "#eff4f4"];
export const SHADE = "#6f7ab0";

/** The meadow: y for each x. */
export const ground = (x: number) => 556 - 26 * Math.sin((x - 260) / 620) + (x > 1300 ? (x - 1300) * -0.04 : 0);
