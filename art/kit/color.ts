/** Colors from dark to light, `#rrggbb`. */
export type Ramp = readonly string[];

const channels = (hex: string) => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255] as const;
};

/** Mixes two colors; `t` from 0 (`a`) to 1 (`b`). */
export function mix(a: string, b: string, t: number): string {
  const from = channels(a);
  const to = channels(b);
  const parts = from.map((value, i) => Math.round(value + ((to[i] ?? 0) - value) * t));
  return `#${parts.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** The color at `t` on a ramp, 0 (dark) to 1 (light), clamped. */
export function shadeOf(ramp: Ramp, t: number): string {
  const at = Math.max(0, Math.min(0.9999, t)) * (ramp.length - 1);
  const index = Math.floor(at);
  const from = ramp[index] ?? "#000000";
  return mix(from, ramp[index + 1] ?? from, at - index);
}
