import { fall } from "./fall/scene.ts";
import { spring } from "./spring/scene.ts";
import { summer } from "./summer/scene.ts";
import { winter } from "./winter/scene.ts";

/** A season's drawing, and where its crops for phones start (see `pictures.ts`). */
export type Scene = { readonly draw: () => string; readonly narrowLeft: number; readonly bandTop: number };

export const scenes = {
  winter: { draw: winter, narrowLeft: 770, bandTop: 170 },
  spring: { draw: spring, narrowLeft: 710, bandTop: 208 },
  summer: { draw: summer, narrowLeft: 790, bandTop: 162 },
  fall: { draw: fall, narrowLeft: 790, bandTop: 172 },
} as const satisfies Record<string, Scene>;
