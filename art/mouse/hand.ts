import { brush } from "../kit/stroke.ts";
import { line, linear, path, place } from "../kit/svg.ts";

const skin = linear([
  [0, "#f9d2ba"],
  [0.55, "#e2a08f"],
  [1, "#b06a64"],
]);

const FINGER = "M8 -6.8C-4 -8.4 -15 -8 -21 -5.4C-27 -2.4 -27 4 -21 6.6C-14 9 -4 8.4 8 6.6Z";
const PALM = "M-3 -22C5 -30 24 -28 34 -17C42 -6 42 12 33 20C22 29 5 28 -2 21C-9 9 -10 -10 -3 -22Z";

/** For each finger: where it starts, its angle in degrees, its length. */
const FINGERS = [
  { y: -16.5, turn: 13, size: 0.92 },
  { y: -5.5, turn: 4, size: 1.06 },
  { y: 5.5, turn: -5, size: 1.02 },
  { y: 15.5, turn: -15, size: 0.84 },
];

const finger = ({ y, turn, size }: (typeof FINGERS)[number]) =>
  place(
    path(FINGER, "#4a1f1e", `opacity=".4" transform="translate(1 4)" filter="url(#blur2)"`) +
      path(FINGER, skin.fill) +
      line("M-9 -5.4C-16 -6 -22 -4.5 -23.5 -1.5", "#fff0e0", 1.7, `opacity=".75"`) +
      line("M4 6.200C-6 7.6 -15 7.2 -20.5 5", "#8b4440", 1.3, `opacity=".65"`),
    1,
    y,
    turn,
    [size, size > 1 ? 1.04 : 0.96],
  );

const knuckles = FINGERS.map(({ y }) =>
  line(`M${2.5} ${y - 4}Q${5.5} ${y} ${2.5} ${y + 4}`, "#9b524c", 1.1, `opacity=".4"`),
);

/**
 * A hand around an edge at x = 0, seen from the back, 46 high: fingers to the left, heel to the right (up to 40).
 * Mirror it for the other hand.
 */
export function hand(): string {
  return (
    skin.defs +
    path(PALM, "#4a1f1e", `opacity=".35" transform="translate(-2 5)" filter="url(#blur2)"`) +
    FINGERS.map(finger).join("") +
    path(PALM, skin.fill) +
    knuckles.join("") +
    line("M0 -20C8 -26 22 -25 30 -17", "#fff0e0", 2.4, `opacity=".55" filter="url(#blur1)"`) +
    brush("M34 18C24 27 8 27 -1 20", 4, "#8b4440", { opacity: 0.35 })
  );
}

/** The far hand beyond the edge: draw it before the book, and `fingers` after. */
export function farPalm(): string {
  return skin.defs + path(PALM, skin.fill) + brush("M34 18C24 27 8 27 -1 20", 5, "#7a3d3c", { opacity: 0.55 });
}

/** Four fingers over an edge at x = 0. */
export const fingers = () => skin.defs + FINGERS.map(finger).join("");
