import { fall } from "./fall/scene.ts";
import { spring } from "./spring/scene.ts";
import { summer } from "./summer/scene.ts";
import { winter } from "./winter/scene.ts";

/** How a season's picture is drawn, and where the part for phones (800 wide) begins. */
export type Scene = { readonly draw: () => string; readonly narrowLeft: number };

/** Every season's scene. */
export const scenes = {
  winter: { draw: winter, narrowLeft: 770 },
  spring: { draw: spring, narrowLeft: 710 },
  summer: { draw: summer, narrowLeft: 790 },
  fall: { draw: fall, narrowLeft: 790 },
} as const satisfies Record<string, Scene>;
