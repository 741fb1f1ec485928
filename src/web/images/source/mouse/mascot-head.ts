import { brush } from "../kit/stroke.ts";
import { clip, group, line, painted, path, radialAt } from "../kit/svg.ts";
import { EAR_FAR, EAR_FAR_INSIDE, EAR_NEAR, EAR_NEAR_INSIDE, NAPE, SKULL } from "./outlines.ts";
import { FRAME, FUR, GOLD, INK, MOUTH, PLUM, SKIN } from "./palette.ts";

/** Where the eyes are: down on a page, at us, or closed. */
export type MascotGaze = "page" | "viewer" | "asleep";

export type MascotHeadOptions = { readonly gaze: MascotGaze; readonly headphones?: string; readonly hat?: string };

const fur = radialAt(-62, -38, 190, [
  [0, "#ecd0a8"],
  [0.45, "#c09872"],
  [1, "#6b4a3c"],
]);
const inEar = radialAt(30, -130, 90, [
  [0, "#ffd2b0"],
  [1, "#d9827c"],
]);
const cheek = radialAt(12, 36, 34, [
  [0, "#e8735e", 0.6],
  [1, "#e8735e", 0],
]);
const cream = radialAt(-92, 58, 56, [
  [0, "#fbeccb"],
  [1, "#f6e2bd", 0],
]);

function eye(cx: number, cy: number, rx: number, ry: number, gaze: MascotGaze): string {
  if (gaze === "asleep") return line(`M${cx - rx} ${cy + 2}Q${cx} ${cy + ry * 0.7} ${cx + rx} ${cy + 2}`, INK, 4);
  const drop = gaze === "page" ? 3 : -2;
  return (
    `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="#190c0b"/>` +
    (gaze === "page"
      ? path(
          `M${cx - rx - 2} ${cy - ry * 0.4}Q${cx} ${cy - ry * 1.6} ${cx + rx + 3} ${cy - ry * 0.2}Q${cx} ${cy - ry * 0.8} ${cx - rx - 2} ${cy - ry * 0.4}Z`,
          FUR[3] ?? "",
        )
      : "") +
    `<circle cx="${cx - rx * 0.34}" cy="${cy - ry * 0.1 + drop}" r="${rx * 0.32}" fill="#fffaf0"/>`
  );
}

function headphonesOver(color: string): string {
  return (
    line("M-40 -70C-16 -102 44 -98 66 -40", color, 12) +
    path("M40 -44C58 -58 88 -48 92 -14C94 18 78 38 56 34C38 28 34 -28 40 -44Z", color) +
    path("M46 -34C58 -44 76 -36 78 -12C80 10 70 24 58 22C46 16 42 -22 46 -34Z", "#fff3dc", `opacity=".35"`)
  );
}

/** The head alone, in head units (x -138 to 130, y -200 to 84): for icons as well. */
export function mascotHead({ gaze, headphones, hat = "" }: MascotHeadOptions): string {
  const ears =
    group(
      path(EAR_FAR, FUR[2] ?? "") + path(EAR_FAR_INSIDE, SKIN[2] ?? ""),
      `transform="rotate(-6 -30 -60) translate(4 8)"`,
    ) +
    group(
      path(EAR_NEAR, FUR[3] ?? "") + painted(EAR_NEAR_INSIDE, inEar),
      `transform="rotate(11 56 -50) translate(2 10)"`,
    );
  const skull =
    painted(SKULL, fur) +
    clip(
      SKULL,
      path(NAPE, PLUM, `opacity=".22"`) +
        cream.defs +
        `<ellipse cx="-92" cy="58" rx="56" ry="32" fill="${cream.fill}"/>${cheek.defs}<circle cx="12" cy="36" r="34" fill="${cheek.fill}"/>`,
    );
  const rings =
    '<circle cx="-43" cy="10" r="32"/><ellipse cx="-106" cy="8" rx="16" ry="28"/><path d="M-75 4Q-83 -6 -91 0M-11 4C8 -6 26 -20 44 -42"/>';
  return (
    ears +
    skull +
    eye(-96, 9, 6.4, 12, gaze) +
    eye(-47, 13, 15.5, 18, gaze) +
    brush("M-64 -38C-54 -52 -36 -54 -21 -45", 5, INK, { opacity: 0.75 }) +
    path("M-146 40C-146 29 -132 25 -124 30C-117 37 -121 50 -133 52C-141 52 -146 47 -146 40Z", SKIN[1] ?? "") +
    `<ellipse cx="-136" cy="35" rx="4" ry="3" fill="#fff3e6" opacity=".8"/>` +
    brush("M-130 51C-127 59 -118 65 -106 68C-93 70 -80 67 -69 54", 4.4, MOUTH, {
      profile: (t) => 0.35 + 0.65 * Math.sin(Math.PI * t),
    }) +
    brush("M-92 46C-54 36 -10 38 30 52", 2.6, "#fff3da", { profile: (t) => 1 - t * 0.9 }) +
    brush("M-88 52C-54 58 -22 70 4 90", 2.6, "#fff3da", { profile: (t) => 1 - t * 0.9 }) +
    `<g fill="none" stroke="${FRAME}" stroke-width="5">${rings}</g>` +
    line("M-73 4C-72 -12 -58 -22 -40 -21M-121 2C-120 -12 -114 -18 -106 -19", GOLD, 2.6) +
    (headphones ? headphonesOver(headphones) : "") +
    hat
  );
}
