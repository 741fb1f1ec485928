import type { TextMap } from "#web/reading/view/text-map.ts";

type Point = { x: number; y: number };
/** Pixels beside a line that still belong to it. */
const NEAR = 6;

/** The sentence under a finger, in pixels of its frame. */
export function tappedSentence<Stretch extends { from: number; to: number }>(
  map: TextMap,
  sentences: readonly Stretch[],
  point: Point,
): Stretch | null {
  return sentences.find(({ from, to }) => isOn(map.rangeAt(from, to - from), point)) ?? null;
}

function isOn(range: Range, { x, y }: Point): boolean {
  return [...range.getClientRects()].some(
    ({ left, right, top, bottom }) => x >= left - NEAR && x <= right + NEAR && y >= top - NEAR && y <= bottom + NEAR,
  );
}
