export type Point = readonly [x: number, y: number];

const STEPS = 14;

function cubic(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  const u = 1 - t;
  const at = (i: 0 | 1) => u * u * u * a[i] + 3 * u * u * t * b[i] + 3 * u * t * t * c[i] + t * t * t * d[i];
  return [at(0), at(1)];
}

function tokensOf(d: string): string[] {
  return d.match(/[a-zA-Z]|-?(?:\d+\.?\d*|\.\d+)/g) ?? [];
}

/** Flattens a path to points, one list per subpath. Supports the absolute commands M L H V C Q Z. */
function flatten(d: string): Point[][] {
  const tokens = tokensOf(d);
  const parts: Point[][] = [];
  let part: Point[] = [];
  let pen: Point = [0, 0];
  let command = "M";
  let index = 0;
  const number = () => Number(tokens[index++]);
  const point = (): Point => [number(), number()];
  const bend = (b: Point, c: Point, end: Point) => {
    for (let i = 1; i <= STEPS; i++) part.push(cubic(pen, b, c, end, i / STEPS));
    pen = end;
  };
  while (index < tokens.length) {
    if (/[a-zA-Z]/.test(tokens[index] ?? "")) command = tokens[index++] ?? "";
    if (command === "M") {
      pen = point();
      part = [pen];
      parts.push(part);
      command = "L";
    } else if (command === "Z") {
      const first = part[0];
      if (first) {
        part.push(first);
        pen = first;
      }
    } else if (command === "C") bend(point(), point(), point());
    else if (command === "Q") {
      const control = point();
      const end = point();
      const third = (from: Point): Point => [
        from[0] + (2 / 3) * (control[0] - from[0]),
        from[1] + (2 / 3) * (control[1] - from[1]),
      ];
      bend(third(pen), third(end), end);
    } else {
      if (command === "H") pen = [number(), pen[1]];
      else if (command === "V") pen = [pen[0], number()];
      else if (command === "L") pen = point();
      else throw new Error(`path command ${command} is not drawn here`);
      part.push(pen);
    }
  }
  return parts;
}

/** `count + 1` evenly spaced points along the path. */
export function pointsAlong(d: string, count: number): Point[] {
  const line = flatten(d).flat();
  const lengths = [0];
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1] ?? [0, 0], line[i] ?? [0, 0]];
    lengths.push((lengths[i - 1] ?? 0) + Math.hypot(b[0] - a[0], b[1] - a[1]));
  }
  const total = lengths.at(-1) ?? 0;
  const found: Point[] = [];
  let at = 1;
  for (let i = 0; i <= count; i++) {
    const goal = (total * i) / count;
    while (at < line.length - 1 && (lengths[at] ?? 0) < goal) at++;
    const [a, b] = [line[at - 1] ?? [0, 0], line[at] ?? line[at - 1] ?? [0, 0]];
    const from = lengths[at - 1] ?? 0;
    const t = (goal - from) / ((lengths[at] ?? from) - from || 1);
    found.push([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]);
  }
  return found;
}

/** A path's bounding box, and a point-in-path test (even-odd). */
export function areaOf(d: string) {
  const parts = flatten(d);
  const all = parts.flat();
  const xs = all.map((p) => p[0]);
  const ys = all.map((p) => p[1]);
  const box = { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
  const contains = (x: number, y: number) => {
    let inside = false;
    for (const part of parts) {
      for (let i = 0, j = part.length - 1; i < part.length; j = i++) {
        const [a, b] = [part[i] ?? [0, 0], part[j] ?? [0, 0]];
        if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside;
      }
    }
    return inside;
  };
  return { box, contains };
}
