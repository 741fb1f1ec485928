import { brush } from "../kit/stroke.ts";
import { FRAME, GOLD } from "./palette.ts";

const TEMPLE = "M-12 3C8 -4 34 -16 58 -38";

/** Round gold glasses, the mouse's trademark. `glass` is the lamp's color in them. */
export function spectacles(glass: string): string {
  const rings =
    '<circle cx="-43" cy="10" r="32"/><ellipse cx="-106" cy="8" rx="16" ry="28"/><path d="M-75 4Q-83 -6 -91 0"/>';
  return (
    brush(TEMPLE, 4, "#2b1512", {
      profile: (t) => 1 - t * 0.5,
      opacity: 0.35,
      attributes: `transform="translate(2 4)" filter="url(#blur2)"`,
    }) +
    brush(TEMPLE, 4.2, FRAME, { profile: (t) => 1 - t * 0.25, jitter: 0.02 }) +
    brush(TEMPLE, 2, GOLD, { profile: (t) => 1 - t * 0.6, jitter: 0, attributes: `transform="translate(-.6 -.9)"` }) +
    `<circle cx="-43" cy="10" r="30" fill="${glass}" opacity=".07"/><ellipse cx="-106" cy="8" rx="14" ry="26" fill="${glass}" opacity=".12"/>` +
    `<g fill="none" stroke="${FRAME}" stroke-width="4" filter="url(#drawnSmall)">${rings}</g>` +
    `<g fill="none" stroke="${GOLD}" stroke-linecap="round"><path d="M-73 4A30.5 32 0 0 1 -33 -20.5" stroke-width="2.4"/><path d="M-121 2A16 28 0 0 1 -103 -19" stroke-width="2"/><path d="M-18 31A32 32 0 0 1 -34 40.5" stroke-width="1.6" opacity=".6"/></g>` +
    `<path d="M-69 14L-52 -16L-44 -19L-64 22Z" fill="#fff" opacity=".2"/>`
  );
}
