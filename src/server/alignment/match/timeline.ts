import type { Timeline } from "#contract/timeline.ts";
import type { AlignedSpan } from "#server/adapters/alignment-cache.ts";

const TOLERANCE_SECONDS = 60;
/** A long span is split, because it's sure only near its ends. */
const SEGMENT_SECONDS = 300;
const SEGMENTS_MAX = 12;

/** Its confidence is the probability of an error below a minute. */
export function toTimeline(spans: readonly AlignedSpan[], seconds: number, length: number): Timeline {
  const points: Timeline = [{ seconds: 0, fraction: 0, confidence: 0 }];
  const addPoint = (at: number, codePoints: number, confidence: number) => {
    const fraction = Math.min(1, codePoints / Math.max(1, length));
    const last = points.at(-1);
    if (last && (at < last.seconds || fraction < last.fraction)) return;
    if (last && last.seconds === at && last.fraction === fraction) points.pop();
    points.push({ seconds: at, fraction, confidence });
  };
  const trends = estimatePaceTrends(spans);
  for (const [at, { seconds: audioSpan, text, sure }] of spans.entries()) {
    const trend = trends[at] ?? 0;
    const duration = audioSpan[1] - audioSpan[0];
    const segmentCount = Math.min(SEGMENTS_MAX, Math.ceil(duration / SEGMENT_SECONDS));
    for (let segment = 0; segment < segmentCount; segment += 1) {
      const position = segment / segmentCount;
      const segmentMiddle = position + 0.5 / segmentCount;
      const confidence =
        (sure[0] * (1 - segmentMiddle) + sure[1] * segmentMiddle) *
        withinMinuteProbability(DRIFT_SECONDS * Math.sqrt(duration * segmentMiddle * (1 - segmentMiddle)));
      const aheadSeconds = trend * position * (1 - position);
      addPoint(audioSpan[0] + position * duration - aheadSeconds, text[0] + position * (text[1] - text[0]), confidence);
    }
    addPoint(audioSpan[1], text[1], 0);
  }
  addPoint(seconds, length, 0);
  return points;
}

function withinMinuteProbability(spread: number): number {
  return Math.tanh(
    (TOLERANCE_SECONDS / Math.max(1, spread)) * 0.7979 * (1 + 0.0447 * (TOLERANCE_SECONDS / Math.max(1, spread)) ** 2),
  );
}

/** A narrator's pace drifts like a random walk: by this many seconds after one second (measured: 0.9 to 1.8). */
const DRIFT_SECONDS = 1.6;
const SIGNIFICANT_DEVIATIONS = 1.5;
/** A span of lower confidence may pair the wrong text, so its pace is unreliable. */
const CONFIDENCE_MIN = 0.5;

/** At `position` (0 to 1) of a span, the narrator is `trend * position * (1 - position)` seconds ahead. */
export function estimatePaceTrends(spans: readonly AlignedSpan[]): number[] {
  const spanPaces = spans.map(toSpanPace);
  return spanPaces.map((current, at) => {
    const firstIndex = Math.max(0, Math.min(at - 1, spanPaces.length - 3));
    const [before, after] = [spanPaces[at - 1] ?? current, spanPaces[at + 1] ?? current];
    if (!isMonotonic(spanPaces.slice(firstIndex, firstIndex + 3)) || !isSignificant(before, after)) return 0;
    return (((after.pace - before.pace) / (after.middle - before.middle)) * current.length ** 2) / 2;
  });
}

type SpanPace = { seconds: number; length: number; pace: number; middle: number; isSure: boolean };

function toSpanPace({ seconds: [from, until], text: [start, end], sure }: AlignedSpan): SpanPace {
  const [seconds, length] = [until - from, end - start];
  const isSure = Math.min(...sure) >= CONFIDENCE_MIN && seconds > 0 && length > 0;
  return { seconds, length, pace: seconds / length, middle: (start + end) / 2, isSure };
}

function isMonotonic([first, second, third]: readonly SpanPace[]): boolean {
  if (!first?.isSure || !second?.isSure || !third?.isSure) return false;
  return (second.pace - first.pace) * (third.pace - second.pace) > 0;
}

function isSignificant(one: SpanPace, other: SpanPace): boolean {
  const expectedDrift = DRIFT_SECONDS * Math.sqrt(1 / one.seconds + 1 / other.seconds);
  return Math.abs(Math.log(other.pace / one.pace)) > SIGNIFICANT_DEVIATIONS * expectedDrift;
}
