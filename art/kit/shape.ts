import type { Point } from "./path.ts";
import { fixed } from "./svg.ts";

const pair = (x: number, y: number) => `${fixed(x)} ${fixed(y)}`;

function spline(points: readonly Point[], closed: boolean, tension: number): string {
  const count = points.length;
  const at = (i: number): Point => points[closed ? (i + count) % count : Math.max(0, Math.min(count - 1, i))] ?? [0, 0];
  let d = `M${pair(...at(0))}`;
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const first = pair(from[0] + (to[0] - before[0]) * tension, from[1] + (to[1] - before[1]) * tension);
    const second = pair(to[0] - (after[0] - from[0]) * tension, to[1] - (after[1] - from[1]) * tension);
    d += `C${first} ${second} ${pair(...to)}`;
  }
  return closed ? `${d}Z` : d;
}

/** A smooth closed outline through the points; repeat a point for a corner. */
export const blob = (points: readonly Point[], tension = 1 / 6) => spline(points, true, tension);

/** A smooth open line through the points. */
export const curve = (points: readonly Point[], tension = 1 / 6) => spline(points, false, tension);

/** An ellipse as a path, rotated by `degrees`. */
export function oval(cx: number, cy: number, rx: number, ry: number, degrees = 0): string {
  const k = 0.5523;
  const a = (degrees * Math.PI) / 180;
  const p = (u: number, v: number) =>
    pair(cx + u * rx * Math.cos(a) - v * ry * Math.sin(a), cy + u * rx * Math.sin(a) + v * ry * Math.cos(a));
  return `M${p(-1, 0)}C${p(-1, -k)} ${p(-k, -1)} ${p(0, -1)}C${p(k, -1)} ${p(1, -k)} ${p(1, 0)}C${p(1, k)} ${p(k, 1)} ${p(0, 1)}C${p(-k, 1)} ${p(-1, k)} ${p(-1, 0)}Z`;
}
