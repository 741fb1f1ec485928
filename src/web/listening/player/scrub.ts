export type ScrubPoint = { raw: number | null; value: number; startY: number; y: number };

const PRECISION_STEPS: readonly (readonly [pixels: number, factor: number])[] = [
  [180, 0.1],
  [110, 0.25],
  [50, 0.5],
];

/** The farther the pointer is from the slider, the finer it moves. */
export function dragTo(drag: ScrubPoint, raw: number, min: number, max: number): ScrubPoint {
  // The press itself jumps to its value.
  if (drag.raw === null) return { ...drag, raw, value: raw };
  const distance = Math.abs(drag.y - drag.startY);
  const factor = PRECISION_STEPS.find(([pixels]) => distance >= pixels)?.[1] ?? 1;
  const value = drag.value + (raw - drag.raw) * factor;
  return { ...drag, raw, value: Math.min(max, Math.max(min, value)) };
}
