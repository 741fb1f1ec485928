import type { Direction } from "./page-turns.ts";

export type TapInput = {
  isScrolled: () => boolean;
  isRightToLeft: boolean;
  turn: (direction: Direction) => void;
  toggleChrome: () => void;
};

const TURN_ZONE_FRACTION = 0.3;
const THUMB_ZONE_FRACTION = 0.12;

/** The sides turn the page, except while scrolling; the rest toggles the bars. */
export function handleTap(x: number, input: TapInput): void {
  if (!isPageTurnTap(x, input)) input.toggleChrome();
  else input.turn(x / innerWidth < TURN_ZONE_FRACTION !== input.isRightToLeft ? "previous" : "next");
}

export function isPageTurnTap(x: number, { isScrolled }: Pick<TapInput, "isScrolled">): boolean {
  return !isScrolled() && Math.min(x, innerWidth - x) / innerWidth < TURN_ZONE_FRACTION;
}

export function isInThumbZone(x: number): boolean {
  return Math.min(x, innerWidth - x) / innerWidth < THUMB_ZONE_FRACTION;
}
