const NUMBERS = 3;

/** Sound that reads a stretch of the text; `sure` is how likely each end is right. */
export type AlignedSpan = {
  seconds: readonly [number, number];
  text: readonly [number, number];
  sure: readonly [number, number];
};

/** Stretches between points: second, code point and how sure the line after it is, one after the other. */
export function stretchesOf(points: readonly number[]): AlignedSpan[] {
  const at = (index: number) => points[index] ?? 0;
  return Array.from({ length: Math.max(0, points.length / NUMBERS - 1) }, (_, point) => {
    const own = point * NUMBERS;
    const next = own + NUMBERS;
    return { seconds: [at(own), at(next)], text: [at(own + 1), at(next + 1)], sure: [at(own + 2), at(own + 2)] };
  });
}

/** A voice drifts from its mean pace like a random walk: so many seconds after one second (measured: 0.9 to 1.8). */
export const DRIFT = 1.6;
