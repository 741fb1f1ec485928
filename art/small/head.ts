import { oval } from "../kit/shape.ts";
import { brush } from "../kit/stroke.ts";
import { line, path } from "../kit/svg.ts";
import { form, lit, shadow } from "./form.ts";
import { EAR, FRAME, FUR, GOLD, INK, SKIN } from "./palette.ts";

/** Where the mouse looks; asleep, it doesn't. */
type Gaze = "page" | "us" | "asleep" | "up";

export type HeadOptions = {
  readonly gaze?: Gaze;
  /** a hat, in head units; it goes between the ears at about (10, -84) */
  readonly hat?: string;
  readonly mouth?: "smile" | "wide" | "small" | "worried";
};

const NEAR_EAR =
  "M10 -62C-18 -112 -6 -178 48 -192C106 -204 142 -152 126 -104C112 -68 76 -44 48 -44C30 -44 18 -50 10 -62Z";
const NEAR_INSIDE =
  "M30 -72C8 -112 18 -160 56 -170C94 -176 118 -142 106 -108C96 -82 70 -62 52 -60C42 -60 36 -64 30 -72Z";
const FAR_EAR = "M-62 -54C-104 -88 -116 -158 -70 -180C-24 -198 14 -150 8 -104C2 -74 -10 -58 -26 -52Z";
const FAR_INSIDE = "M-54 -66C-86 -96 -94 -148 -60 -161C-26 -170 -2 -136 -8 -104C-12 -84 -24 -70 -34 -64Z";
const SKULL =
  "M-136 32C-124 12 -104 -4 -82 -26C-62 -66 -22 -90 22 -88C70 -84 100 -48 100 -4C100 38 80 68 46 80C14 92 -24 90 -54 80C-82 78 -114 78 -130 64C-142 54 -142 42 -136 32Z";

function ears(): string {
  const far = form(
    FAR_EAR,
    FUR.shade,
    path(FAR_INSIDE, EAR.base),
    lit("M-84 -100C-84 -150 -60 -172 -30 -164C-58 -150 -66 -120 -62 -80Z", EAR.light, 0.8),
    shadow("M14 -184L20 -40L-60 -40Q-8 -84 -4 -160Z", EAR.shade, 0.55),
  );
  const near = form(
    NEAR_EAR,
    FUR.base,
    path(NEAR_INSIDE, EAR.base),
    lit("M22 -76C2 -130 20 -170 66 -174C38 -156 34 -120 50 -72Z", EAR.light, 0.85),
    shadow("M140 -150C132 -96 96 -56 40 -50L20 -58C70 -74 108 -110 112 -178Z", EAR.shade, 0.5),
    shadow("M14 -40Q40 -84 104 -74L90 -30Z", FUR.deep, 0.5),
  );
  return (
    `<g transform="rotate(-8 -30 -60)">${far}${brush("M-66 -60C-104 -94 -114 -156 -70 -177C-46 -186 -22 -178 -6 -160", 5, FUR.light, { opacity: 0.8 })}</g>` +
    `<g transform="rotate(12 56 -50)">${near}${brush("M10 -66C-16 -114 -4 -176 48 -189C78 -196 106 -182 120 -156", 6, FUR.light, { opacity: 0.95 })}</g>`
  );
}

function skull(): string {
  return form(
    SKULL,
    FUR.base,
    shadow(
      "M70 -90C150 -60 150 70 60 100C0 110 -50 100 -70 76C-10 84 48 64 62 18C74 -18 74 -60 62 -96Z",
      FUR.shade,
      0.75,
    ),
    lit(
      "M-138 30C-122 8 -98 -8 -80 -30C-60 -70 -20 -92 24 -88C-14 -76 -40 -54 -58 -22C-78 -2 -108 14 -138 30Z",
      FUR.light,
      0.85,
    ),
    lit(oval(-98, 60, 50, 27, -4), FUR.cream, 0.95),
    path(oval(4, 44, 28, 18, -8), "#e8604f", `opacity=".5" filter="url(#soft)"`),
  );
}

function openEye(x: number, y: number, rx: number, ry: number, lid: number): string {
  return (
    path(oval(x, y, rx, ry, -6), INK) +
    path(oval(x - rx * 0.32, y - ry * 0.22, rx * 0.36, ry * 0.32), "#fffaf0") +
    path(oval(x + rx * 0.36, y + ry * 0.46, rx * 0.2, ry * 0.16), "#ffcf96") +
    (lid > 0
      ? path(
          `M${x - rx - 5} ${y - ry * 0.1}C${x - rx} ${y - ry * 1.5} ${x + rx} ${y - ry * 1.5} ${x + rx + 7} ${y + ry * 0.1}C${x + rx * 0.6} ${y - ry * lid} ${x - rx * 0.6} ${y - ry * lid} ${x - rx - 5} ${y - ry * 0.1}Z`,
          FUR.shade,
        )
      : "")
  );
}

function eyes(gaze: Gaze): string {
  if (gaze === "asleep") {
    return (
      brush("M-68 12C-60 26 -38 28 -22 14", 7, INK, { jitter: 0 }) +
      brush("M-120 10C-114 20 -104 20 -97 12", 6, INK, { jitter: 0 })
    );
  }
  const [dx, dy] = gaze === "page" ? [-9, 8] : gaze === "up" ? [-4, -6] : [2, 0];
  const lid = gaze === "page" ? 0.92 : 0;
  return openEye(-44 + dx, 8 + dy, 17, 20, lid) + openEye(-106 + dx * 0.4, 6 + dy, 8.5, 16, lid);
}

function brows(gaze: Gaze, worried: boolean): string {
  const up = gaze === "us" || gaze === "up" ? -6 : 0;
  const near = worried ? "M-70 -40C-56 -48 -40 -46 -22 -34" : "M-68 -34C-56 -50 -36 -52 -20 -42";
  return (
    brush(near, 6, FUR.deep, { opacity: 0.9, attributes: `transform="translate(0 ${up})"` }) +
    brush("M-98 -8C-96 -19 -90 -25 -82 -27", 4.5, FUR.deep, {
      opacity: 0.7,
      attributes: `transform="translate(0 ${up})"`,
    })
  );
}

const RINGS =
  '<circle cx="-44" cy="10" r="36"/><ellipse cx="-110" cy="8" rx="18" ry="31"/><path d="M-80 4Q-88 -6 -94 0"/>';

/** Light in the glasses sets the eyes off from the fur. */
const lenses =
  '<g fill="#fff6df"><circle cx="-44" cy="10" r="34" opacity=".34"/><ellipse cx="-110" cy="8" rx="16" ry="29" opacity=".55"/></g>' +
  brush("M-9 4C12 -6 30 -18 46 -38", 7, FRAME, { profile: (t) => 1 - t * 0.6, jitter: 0 });

/** Gold with dark edges, to work on fur, on paper and in every footer. */
const frames =
  `<g fill="none" stroke="${FRAME}" stroke-width="8.5">${RINGS}</g><g fill="none" stroke="${GOLD}" stroke-width="4.6">${RINGS}</g>` +
  line("M-72 -6A31 31 0 0 1 -54 -20", "#fff4d0", 4, 'opacity=".95"');

const MOUTHS = {
  smile: brush("M-128 54C-122 64 -112 69 -100 70C-86 71 -76 67 -68 56", 6, "#5a2a28", { jitter: 0 }),
  wide:
    path("M-122 54C-108 60 -88 58 -66 48C-68 70 -84 78 -98 76C-110 74 -119 66 -122 54Z", "#6a1f2c") +
    path("M-104 73C-98 65 -86 64 -79 69C-85 76 -96 78 -104 73Z", "#e5787a"),
  small: brush("M-116 64C-108 70 -98 70 -88 64", 5.5, "#5a2a28", { jitter: 0 }),
  worried: brush("M-118 72C-108 62 -96 62 -84 70", 5.5, "#5a2a28", { jitter: 0 }),
};

const WHISKERS = ["M-84 46C-48 38 -12 40 22 52", "M-82 54C-50 60 -22 70 0 86"];

const nose =
  path("M-152 40C-152 28 -138 24 -128 29C-121 35 -125 49 -136 52C-146 52 -152 47 -152 40Z", SKIN.shade) +
  path(oval(-140, 35, 5.5, 3.6, -20), "#fff0e6", 'opacity=".9"');

/**
 * The scenes' head in a few shapes, three-quarter view, facing left: nose at x -152, nape at 100, ear tips at about
 * y -200, chin at 88. The neck joins at about (30, 80).
 */
export function head({ gaze = "page", hat = "", mouth = "smile" }: HeadOptions = {}): string {
  return (
    ears() +
    skull() +
    lenses +
    eyes(gaze) +
    brows(gaze, mouth === "worried") +
    frames +
    MOUTHS[mouth] +
    WHISKERS.map((d) => brush(d, 3.4, "#fff6e2", { profile: (t) => 1 - t * 0.8, jitter: 0, opacity: 0.9 })).join("") +
    nose +
    hat
  );
}
