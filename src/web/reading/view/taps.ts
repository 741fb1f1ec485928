import type { Direction } from "./page-turns.ts";

export type TapInput = {
  isScrolled: () => boolean;
  isRightToLeft: boolean;
  turn: (direction: Direction) => void;
  toggleChrome: () => void;
};

/** Share of the screen on each side that turns the page. */
const TURN_ZONE_SHARE = 0.3;
/** Share where thumbs turn pages, over a picture too. */
const THUMB = 0.12;

/** At the sides a page turns; in the middle, and while scrolling anywhere, the bars come and go. @param x in pixels */
export function tapAt(x: number, input: TapInput): void {
  if (!turnsPage(x, input)) input.toggleChrome();
  else input.turn(x / innerWidth < TURN_ZONE_SHARE !== input.isRightToLeft ? "previous" : "next");
}

export function turnsPage(x: number, { isScrolled }: Pick<TapInput, "isScrolled">): boolean {
  return !isScrolled() && Math.min(x, innerWidth - x) / innerWidth < TURN_ZONE_SHARE;
}

export function isAtThumb(x: number): boolean {
  return Math.min(x, innerWidth - x) / innerWidth < THUMB;
}
