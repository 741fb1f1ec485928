import { oval } from "../kit/shape.ts";
import { brush } from "../kit/stroke.ts";
import { line, path } from "../kit/svg.ts";
import { form, lit, shadow } from "./form.ts";
import { SKIN, type Tone, WINE } from "./palette.ts";

/** A sleeve along a line, shoulder first. */
export const sleeve = (d: string, { base, shade, light }: Tone, width = 50) =>
  line(d, shade, width) +
  `<g transform="translate(-3 -4)">${line(d, base, width - 9)}</g>` +
  `<g transform="translate(-8 -10)">${brush(d, width * 0.3, light, { opacity: 0.7, jitter: 0 })}</g>`;

/** A cuff, upright at the origin; rotate it to fit the arm. */
export const cuff = ({ base, shade }: Tone, width = 50) =>
  line(`M0 ${-width / 2 + 4}V${width / 2 - 4}`, shade, 17) + line(`M-1 ${-width / 2 + 4}V${width / 2 - 6}`, base, 10);

const PALM = "M-20 -18C-8 -25 14 -24 23 -12C30 0 26 18 12 23C-4 27 -20 22 -24 8C-26 -2 -26 -12 -20 -18Z";

/** A small hand, fingers left. */
export const hand = () =>
  form(
    PALM,
    SKIN.base,
    lit("M-30 -26H20Q-10 -14 -22 6Z", SKIN.light, 0.9),
    shadow("M30 -10V30H-10Q24 20 30 -10Z", SKIN.shade, 0.6),
  ) + line("M-22 -6Q-14 -7 -8 -5M-24 5Q-16 4 -9 5", SKIN.shade, 3.2);

const SOLE = "M-46 4C-50 -12 -36 -22 -18 -20C4 -18 30 -16 40 -4C46 6 40 18 26 19C2 21 -40 22 -46 4Z";

/** A long pink foot, toes left. */
export const foot = () =>
  form(
    SOLE,
    SKIN.base,
    lit("M-60 -30H30Q-20 -14 -44 2Z", SKIN.light, 0.9),
    shadow("M50 0V30H-40Q20 16 50 0Z", SKIN.shade, 0.6),
  ) + line("M-45 -2Q-36 -4 -30 -1M-44 8Q-36 6 -30 8", SKIN.shade, 3.2);

/** The tail along a line, root first. */
export const tail = (d: string, width = 13) => {
  const profile = (t: number) => 0.3 + 0.7 * (1 - t);
  return (
    brush(d, width, SKIN.shade, { profile, jitter: 0 }) +
    brush(d, width * 0.6, SKIN.base, { profile, jitter: 0, attributes: 'transform="translate(-1 -2)"' })
  );
};

const WRAP = "M-66 -18C-40 2 30 4 66 -20C82 -14 84 14 70 22C34 42 -40 42 -70 20C-82 8 -78 -12 -66 -18Z";

/** The wine-red scarf, 140 wide, centered on the origin. */
export const scarf = () =>
  form(
    WRAP,
    WINE.base,
    lit("M-80 -20C-60 0 -20 8 20 8C-10 18 -50 16 -80 4Z", WINE.light, 0.75),
    shadow("M90 -30V40H-60C0 34 60 24 90 -30Z", WINE.shade, 0.8),
  ) + brush("M-50 26C-20 36 20 36 52 22", 4, WINE.shade, { opacity: 0.7, jitter: 0 });

/** The wine-red neckerchief, knotted under the chin. */
export const neckerchief = () =>
  form(
    "M-62 -16C-36 2 30 4 62 -18C74 -10 74 8 64 14C30 28 -36 28 -66 12C-74 4 -72 -10 -62 -16Z",
    WINE.base,
    lit("M-80 -20C-60 0 -20 6 20 4C-10 14 -50 12 -80 4Z", WINE.light, 0.75),
    shadow("M80 -30V40H0C40 20 70 0 80 -30Z", WINE.shade, 0.7),
  ) +
  form("M-34 16C-58 22 -70 40 -72 62C-52 58 -34 48 -26 28Z", WINE.base, lit("M-80 20H-46L-66 70Z", WINE.light, 0.6)) +
  form("M-20 20C-24 40 -18 58 -4 72C6 56 6 36 -4 20Z", WINE.base, shadow("M-10 10H20V80H0Z", WINE.shade, 0.7)) +
  path(oval(-24, 18, 14, 12, -10), WINE.light) +
  [
    [-46, 6],
    [-10, 11],
    [26, 6],
    [-58, 42],
    [-8, 46],
  ]
    .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="4" fill="#fbe6cf"/>`)
    .join("");
