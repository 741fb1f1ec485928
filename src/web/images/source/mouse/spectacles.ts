import { brush, profiles } from "../kit/stroke.ts";
import { FRAME, GOLD } from "./palette.ts";

const TEMPLE = "M-11 4C8 -6 26 -20 44 -42";

/** Round gold spectacles: the one thing by which everybody knows this mouse. `glass` is the lamp's colour on them. */
export function spectacles(glass: string): string {
  const rings =
    '<circle cx="-43" cy="10" r="32"/><ellipse cx="-106" cy="8" rx="16" ry="28"/><path d="M-75 4Q-83 -6 -91 0"/>';
  return (
    brush(TEMPLE, 4, "#2b1512", {
      profile: (t) => 1 - t * 0.5,
      opacity: 0.35,
      attributes: `transform="translate(2 4)" filter="url(#blur2)"`,
    }) +
    brush(TEMPLE, 3.6, FRAME, { profile: (t) => 1 - t * 0.55, jitter: 0.03 }) +
    brush(TEMPLE, 1.5, GOLD, { profile: profiles.tail, jitter: 0, attributes: `transform="translate(-.6 -.9)"` }) +
    `<circle cx="-43" cy="10" r="30" fill="${glass}" opacity=".1"/><ellipse cx="-106" cy="8" rx="14" ry="26" fill="${glass}" opacity=".12"/>` +
    `<g fill="none" stroke="${FRAME}" stroke-width="4" filter="url(#drawnSmall)">${rings}</g>` +
    `<g fill="none" stroke="${GOLD}" stroke-linecap="round"><path d="M-73 4A30.5 32 0 0 1 -33 -20.5" stroke-width="2.4"/><path d="M-121 2A16 28 0 0 1 -103 -19" stroke-width="2"/><path d="M-18 31A32 32 0 0 1 -34 40.500" stroke-width="1.6" opacity=".6"/></g>` +
    `<path d="M-66 22L-42 -19L-32 -18L-57 31Z" fill="#fff" opacity=".15"/><path d="M-50 34L-27 -8L-24 -5L-45 36Z" fill="#fff" opacity=".08"/>`
  );
}
