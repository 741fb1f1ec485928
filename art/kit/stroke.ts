import { type Ramp, shadeOf } from "./color.ts";
import { areaOf, pointsAlong } from "./path.ts";
import { around, createRandom } from "./random.ts";
import { clip, fixed } from "./svg.ts";

/** A value for each point: light (0 dark to 1 lit) or an angle in radians. */
export type Field = (x: number, y: number) => number;

/** Half-width profiles along a line, from 0 (start) to 1 (end). */
export const profiles = {
  /** thin, full, thin */
  leaf: (t: number) => Math.sin(Math.PI * t) ** 0.7,
  /** full, ends in a point */
  tail: (t: number) => 1 - t,
  even: () => 1,
} as const;

type BrushOptions = {
  readonly profile?: (t: number) => number;
  readonly jitter?: number;
  readonly seed?: number;
  readonly opacity?: number;
  readonly points?: number;
  readonly attributes?: string;
};

/** A line that swells and tapers like a hand-drawn one; `width` at its widest. */
export function brush(d: string, width: number, fill: string, options: BrushOptions = {}): string {
  const { profile = profiles.leaf, jitter = 0.12, seed = 1, opacity = 1, points = 26, attributes = "" } = options;
  const random = createRandom(seed);
  const along = pointsAlong(d, points);
  const left: string[] = [];
  const right: string[] = [];
  for (const [i, [x, y]] of along.entries()) {
    const before = along[Math.max(0, i - 1)] ?? [x, y];
    const after = along[Math.min(points, i + 1)] ?? [x, y];
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
    const length = Math.hypot(dx, dy) || 1;
    const half = (width / 2) * profile(i / points) * (1 + around(random, jitter));
    left.push(`${fixed(x - (dy / length) * half)} ${fixed(y + (dx / length) * half)}`);
    right.unshift(`${fixed(x + (dy / length) * half)} ${fixed(y - (dx / length) * half)}`);
  }
  return `<path d="M${[...left, ...right].join("L")}Z" fill="${fill}" opacity="${opacity}" ${attributes}/>`;
}

type DaubOptions = {
  readonly count: number;
  readonly length: number;
  readonly width: number;
  /** stroke direction, radians */
  readonly flow: number | Field;
  readonly shade: Field;
  readonly ramp: Ramp;
  readonly seed: number;
  readonly opacity?: number;
  /** how far a stroke bends, as a fraction of its length */
  readonly bend?: number;
  readonly lengthJitter?: number;
  readonly colorJitter?: number;
  readonly angleJitter?: number;
  /** lets strokes leave the shape; for fur only */
  readonly loose?: boolean;
};

/** Fills a shape with short strokes, each colored by the light where it is: fur, velvet, wood, sea, sand. */
export function daub(d: string, options: DaubOptions): string {
  const { count, length, width, flow, shade, ramp, seed, opacity = 0.7, bend = 0.25, loose = false } = options;
  const { lengthJitter = 0.5, colorJitter = 0.12, angleJitter = 0.35 } = options;
  const random = createRandom(seed);
  const { box, contains } = areaOf(d);
  let strokes = "";
  for (let made = 0, tried = 0; made < count && tried < count * 6; tried++) {
    const x = box.left + random() * (box.right - box.left);
    const y = box.top + random() * (box.bottom - box.top);
    if (!contains(x, y)) continue;
    made++;
    const angle = (typeof flow === "number" ? flow : flow(x, y)) + around(random, angleJitter);
    const reach = length * (1 - lengthJitter / 2 + random() * lengthJitter);
    const [dx, dy] = [Math.cos(angle) * reach, Math.sin(angle) * reach];
    const off = around(random, bend);
    const color = shadeOf(ramp, shade(x, y) + around(random, colorJitter));
    const middle = `${fixed(dx / 2 - dy * off)} ${fixed(dy / 2 + dx * off)}`;
    strokes += `<path d="M${fixed(x)} ${fixed(y)}q${middle} ${fixed(dx)} ${fixed(dy)}" stroke="${color}" stroke-width="${fixed(width * (0.6 + random() * 0.8))}"/>`;
  }
  const body = `<g fill="none" stroke-linecap="round" opacity="${opacity}">${strokes}</g>`;
  return loose ? body : clip(d, body);
}

type FringeOptions = {
  readonly count: number;
  readonly length: number;
  readonly width: number;
  readonly ramp: Ramp;
  readonly shade: Field;
  readonly seed: number;
  /** how flat hairs lie against the contour, radians */
  readonly lean?: number;
  readonly from?: number;
  readonly to?: number;
  /** 1: to the right of the path's direction, -1: to the left */
  readonly side?: 1 | -1;
};

const FRINGE_POINTS = 400;

/** Tapered hairs along a contour. */
export function fringe(d: string, options: FringeOptions): string {
  const { count, length, width, ramp, shade, seed, lean = 0.9, from = 0, to = 1, side = 1 } = options;
  const random = createRandom(seed);
  const along = pointsAlong(d, FRINGE_POINTS);
  let hairs = "";
  for (let k = 0; k < count; k++) {
    const where = Math.round((from + ((to - from) * (k + random())) / count) * FRINGE_POINTS);
    const i = Math.min(FRINGE_POINTS - 1, Math.max(1, where));
    const [x, y] = along[i] ?? [0, 0];
    const [before, after] = [along[i - 1] ?? [x, y], along[i + 1] ?? [x, y]];
    const size = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1;
    const [tx, ty] = [(after[0] - before[0]) / size, (after[1] - before[1]) / size];
    const [nx, ny] = [ty * side, -tx * side];
    const reach = length * (0.5 + random());
    const angle = lean * (0.7 + random() * 0.6);
    const tip = (n: number, t: number) =>
      `${fixed(x + (nx * Math.cos(angle) * n + tx * Math.sin(angle) * t) * reach)} ${fixed(y + (ny * Math.cos(angle) * n + ty * Math.sin(angle) * t) * reach)}`;
    const half = width * (0.6 + random() * 0.6);
    const root = (s: number) => `${fixed(x - nx * 3 + tx * half * s)} ${fixed(y - ny * 3 + ty * half * s)}`;
    const color = shadeOf(ramp, shade(x, y) + around(random, 0.075));
    hairs += `<path d="M${root(-1)}Q${tip(0.5, 0.1)} ${tip(1, 1)}Q${tip(0.25, 0.2)} ${root(1)}Z" fill="${color}"/>`;
  }
  return `<g>${hairs}</g>`;
}
