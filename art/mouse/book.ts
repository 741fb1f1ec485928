import type { Ramp } from "../kit/color.ts";
import { brush, daub, profiles } from "../kit/stroke.ts";
import { clip, group, line, path, place } from "../kit/svg.ts";
import { COVER_FAR, COVER_NEAR, PAGES } from "./outlines.ts";

export type BookOptions = {
  /** cover, dark to light: three colors, then the lit far cover */
  readonly ramp: Ramp;
  /** color of the bookmark */
  readonly ribbon: string;
};

const COVER_TOP = "M-252 -204C-226 -204 -202 -200 -186 -192C-156 -206 -116 -212 -74 -206";
const GOLD = "#e3b45f";

/** The club's emblem, a glass 24 high, centered on the origin. */
export const emblem = (color: string) =>
  path("M-8 -11H8C9 -1 5 4 .8 5V12H5V14H-5V12H-.8V5C-5 4 -9 -1 -8 -11Z", color, `opacity=".9"`);

function leaves(): string {
  const edges = [0, 1, 2, 3].map((i) =>
    line(
      `M-246 ${-204 - i * 1.2}C-226 ${-208 - i * 2} -204 ${-205 - i * 2.5} -186 ${-193 - i * 1.5}C-160 ${-210 - i * 3} -116 ${-215 - i * 3} -78 ${-208 - i * 1.4}`,
      "#b58a5a",
      0.9,
      `opacity=".7"`,
    ),
  );
  return (
    path(PAGES, "#fbe9c4") +
    edges.join("") +
    brush("M-186 -194C-178 -204 -166 -212 -150 -216", 5, "#a8774a", { opacity: 0.35 })
  );
}

function gilding(): string {
  const frame = "M-166 -70C-146 -78 -110 -83 -78 -80L-84 -194C-116 -199 -150 -194 -173 -184Z";
  return (
    group(
      line(frame, GOLD, 2) + `<circle cx="-126" cy="-138" r="20" fill="none" stroke="${GOLD}" stroke-width="2"/>`,
      `opacity=".85"`,
    ) + place(emblem(GOLD), -126, -138)
  );
}

/**
 * An open book, covers facing the viewer: x -252 (far edge) to -66 (near edge), y -214 to -52. Hands hold it at about
 * (-244, -136) and (-70, -110).
 */
export function book({ ramp, ribbon }: BookOptions): string {
  const dark = ramp[0] ?? "";
  const ribbonLine = "M-181 -60C-184 -44 -178 -32 -182 -14";
  return group(
    leaves() +
      brush(ribbonLine, 6, ribbon, { profile: profiles.even, jitter: 0.04 }) +
      path(COVER_NEAR, ramp[1] ?? "") +
      path(COVER_FAR, ramp[2] ?? "") +
      clip(
        COVER_NEAR,
        daub(COVER_NEAR, {
          count: 420,
          length: 26,
          width: 2.4,
          flow: -1.5,
          shade: (x) => 0.62 - (x + 180) / 200,
          ramp,
          seed: 11,
          opacity: 0.5,
        }) + path("M-60 -40L-70 -220L-110 -220L-96 -40Z", "#1c0710", `opacity=".35" filter="url(#blur10)"`),
      ) +
      daub(COVER_FAR, {
        count: 160,
        length: 24,
        width: 2.2,
        flow: -1.65,
        shade: (x) => 0.95 - (x + 252) / 140,
        ramp,
        seed: 12,
        opacity: 0.5,
      }) +
      brush("M-178 -52C-181 -100 -184 -150 -186 -192", 9, dark, { profile: () => 0.8, opacity: 0.85 }) +
      brush("M-181 -56C-184 -100 -187 -150 -189 -190", 2.4, "#f0b070", { profile: () => 0.8, opacity: 0.7 }) +
      gilding() +
      brush(COVER_TOP, 3.5, "#ffd9a0", { profile: () => 0.7, opacity: 0.75 }),
    `filter="url(#drawnSmall)"`,
  );
}
