/** A drag of a slider: the value under the pointer, the value shown, and how far the pointer is from where it began. */
export type ScrubPoint = { raw: number | null; value: number; startY: number; y: number };

/** From so many pixels away from the slider, a drag moves the value so much slower. */
const STEPS: readonly (readonly [pixels: number, factor: number])[] = [
  [180, 0.1],
  [110, 0.25],
  [50, 0.5],
];

/** The drag after the pointer has moved to `raw`; the farther away from the slider, the finer. */
export function scrub(drag: ScrubPoint, raw: number, min: number, max: number): ScrubPoint {
  // the press itself goes where it is
  if (drag.raw === null) return { ...drag, raw, value: raw };
  const distance = Math.abs(drag.y - drag.startY);
  const factor = STEPS.find(([pixels]) => distance >= pixels)?.[1] ?? 1;
  const value = drag.value + (raw - drag.raw) * factor;
  return { ...drag, raw, value: Math.min(max, Math.max(min, value)) };
}
