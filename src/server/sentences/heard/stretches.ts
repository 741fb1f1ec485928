import type { Heard } from "./heard.ts";

/** A stretch of the sound and of the text that it reads; as `reading/match` has them. */
type Stretch = {
  seconds: readonly [number, number];
  text: readonly [number, number];
  sure: readonly [number, number];
};

const NUMBERS = 3;

/** Where the sound is in the text, as points of the timeline. */
export function stretchesOf({ points }: Heard): Stretch[] {
  const at = (index: number) => points[index] ?? 0;
  return Array.from({ length: Math.max(0, points.length / NUMBERS - 1) }, (_, point) => {
    const own = point * NUMBERS;
    const next = own + NUMBERS;
    return { seconds: [at(own), at(next)], text: [at(own + 1), at(next + 1)], sure: [at(own + 2), at(own + 2)] };
  });
}
