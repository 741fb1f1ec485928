import { type Static, Type } from "@sinclair/typebox";

/** Points between which positions are interpolated. `confidence` (0 to 1) is that of the following span. */
export const Timeline = Type.Array(
  Type.Object({ seconds: Type.Number(), fraction: Type.Number(), confidence: Type.Number() }),
);
export type Timeline = Static<typeof Timeline>;

/** From here on, nine in ten positions are right within a minute. */
const CHAPTER_CONFIDENCE = 0.9;

export const fractionAt = (timeline: Timeline, seconds: number): number =>
  interpolate(timeline, seconds, "seconds", "fraction");

export const secondsAt = (timeline: Timeline, fraction: number): number =>
  interpolate(timeline, fraction, "fraction", "seconds");

export function confidenceLabelAt(timeline: Timeline, seconds: number): "chapter" | "rough" {
  const point = timeline[findPointIndex(timeline, seconds, "seconds")];
  return (point?.confidence ?? 0) >= CHAPTER_CONFIDENCE ? "chapter" : "rough";
}

type Axis = "seconds" | "fraction";

function interpolate(timeline: Timeline, value: number, from: Axis, to: Axis): number {
  const index = findPointIndex(timeline, value, from);
  const [start, end] = [timeline[index], timeline[index + 1]];
  if (!start) return 0;
  if (!end || end[from] <= start[from]) return start[to];
  const ratio = Math.min(1, Math.max(0, (value - start[from]) / (end[from] - start[from])));
  return start[to] + ratio * (end[to] - start[to]);
}

/** The last point at or before `value`. */
function findPointIndex(timeline: Timeline, value: number, axis: Axis): number {
  return Math.max(
    0,
    timeline.findLastIndex((point) => point[axis] <= value),
  );
}
