/** Sound that reads a stretch of the text; `sure` is how likely each end is right. */
export type Stretch = {
  seconds: readonly [number, number];
  text: readonly [number, number];
  sure: readonly [number, number];
};

/** A voice drifts from its mean pace like a random walk: so many seconds after one second (measured: 0.9 to 1.8). */
export const DRIFT = 1.6;
