export const SPEED_CYCLE = [0.75, 1, 1.25, 1.5, 2] as const;
export const SPEED_MIN = 0.5;
export const SPEED_MAX = 3;
export const SPEED_STEP = 0.05;

export function cycleSpeed(rate: number): number {
  return SPEED_CYCLE.find((speed) => speed > rate + 0.001) ?? SPEED_CYCLE[0];
}

export function toSpeed(rate: number): number {
  if (!Number.isFinite(rate)) return 1;
  const steppedRate = Math.round(rate / SPEED_STEP) * SPEED_STEP;
  return Number(Math.min(SPEED_MAX, Math.max(SPEED_MIN, steppedRate)).toFixed(2));
}

export function formatSpeed(rate: number): string {
  return `${rate}×`;
}
