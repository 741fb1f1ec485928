import { createRandom } from "../../kit/random.ts";
import { blob, oval } from "../../kit/shape.ts";
import { brush, daub, profiles } from "../../kit/stroke.ts";
import { clip, fixed, glow, group, line, path, place } from "../../kit/svg.ts";
import { glass, WHITE_WINE } from "../../things/glass.ts";
import { grass } from "../../things/grass.ts";
import { OAK, SAND, SHADE } from "./palette.ts";

export const sandShade = (cx: number, cy: number, rx: number, ry: number, opacity = 0.7) =>
  glow(cx, cy, rx, ry, SHADE, opacity, "multiply");

/** A fruit crate as a table, seen from its corner. */
export function crate(x: number, y: number): string {
  const grain = (d: string, lift: number, seed: number) =>
    path(d, OAK[2] ?? "") +
    daub(d, {
      count: 60,
      length: 24,
      width: 2,
      flow: 0.02,
      shade: (px, py) => lift - (px + 60) / 280 - (py + 60) / 500,
      ramp: OAK,
      seed,
      opacity: 0.6,
      angleJitter: 0.06,
    });
  const slats = [-104, -70, -36].map((top, i) => {
    const front = `M-60 ${top}C-20 ${top + 3} 10 ${top + 3} 44 ${top + 1}L43 ${top + 30}C10 ${top + 32} -20 ${top + 32} -59 ${top + 28}Z`;
    const side = `M44 ${top + 1}L70 ${top - 9}L68 ${top + 18}L43 ${top + 30}Z`;
    return grain(side, 0.45, 20 + i) + grain(front, 0.95 - i * 0.06, 30 + i);
  });
  const post = (d: string, lift: number, seed: number) => grain(d, lift, seed);
  const mark = place(
    path("M-9 -8C-5 -11 5 -11 9 -8C10 2 4 6 .8 6V11H5V13H-5V11H-.8V6C-4 6 -10 2 -9 -8Z", "#7a2338", `opacity=".8"`),
    -10,
    -54,
    2,
    1.05,
  );
  const top = "M-66 -106C-54 -116 -40 -124 -32 -128C6 -127 46 -128 76 -121L48 -103C10 -100 -30 -101 -66 -106Z";
  const rim = "M-66 -106C-30 -101 10 -100 48 -103L76 -121L75 -113L47 -94C10 -91 -30 -92 -65 -97Z";
  const drawn =
    path("M-58 -104L44 -104L68 -112L66 -16L42 2L-56 -4Z", "#3a2436") +
    slats.join("") +
    post("M-62 -106L-50 -105L-48 2L-58 0Z", 1.1, 41) +
    post("M34 -104L47 -105L46 6L35 5Z", 0.85, 42) +
    post("M60 -112L71 -116L68 -12L59 -6Z", 0.4, 43) +
    mark +
    path(top, OAK[2] ?? "") +
    path(rim, OAK[1] ?? "") +
    grain(top, 0.86, 44) +
    brush("M-65 -106C-30 -101 10 -100 48 -103", 3, OAK[3] ?? "", { opacity: 0.9 }) +
    brush("M-50 -118C-10 -116 30 -116 66 -116", 2.4, OAK[0] ?? "", { opacity: 0.6 }) +
    brush("M-58 -112C-10 -109 30 -109 58 -110", 2.4, OAK[0] ?? "", { opacity: 0.6 });
  return place(group(drawn, `filter="url(#light-thing)"`), x, y);
}

/** A crab with a drink of its own. */
export function crab(x: number, y: number): string {
  const leg = (d: string) => brush(d, 5.5, "#b8452e");
  const claw = (cx: number, cy: number, turn: number) =>
    place(
      path("M-8 8C-16 0 -14 -14 -4 -18C-6 -10 0 -6 4 -14C14 -10 14 4 6 10Z", "#d95a3a") +
        brush("M-9 2C-11 -6 -8 -12 -5 -15", 2.6, "#ffc0a0"),
      cx,
      cy,
      turn,
    );
  const shell = blob([
    [-30, 2],
    [-24, -16],
    [-8, -24],
    [10, -24],
    [25, -15],
    [30, 2],
    [18, 12],
    [-18, 12],
  ]);
  return place(
    ["M-22 6Q-38 2 -44 16", "M-20 9Q-32 10 -36 22", "M22 6Q38 2 44 16", "M20 9Q32 10 36 22"].map(leg).join("") +
      brush("M-24 -6Q-42 -14 -40 -30", 7, "#c44e34") +
      place(glass(WHITE_WINE, "#f4fbff"), -46, -34, -8, 0.36) +
      claw(-42, -36, -10) +
      brush("M24 -6Q40 -10 40 -22", 7, "#c44e34") +
      claw(41, -28, 24) +
      path(shell, "#d95a3a") +
      daub(shell, {
        count: 120,
        length: 7,
        width: 1.6,
        flow: 0.3,
        shade: (px, py) => 0.75 - (px + 20) / 120 - (py + 10) / 60,
        ramp: ["#8a2c2c", "#d0502f", "#f08a5c", "#ffd0a8"],
        seed: 4,
        opacity: 0.6,
      }) +
      line("M-9 -22L-11 -33M9 -22L11 -33", "#c44e34", 3.4) +
      `<circle cx="-11" cy="-36" r="5" fill="#fffaf0"/><circle cx="11" cy="-36" r="5" fill="#fffaf0"/><circle cx="-12.6" cy="-37" r="2.5" fill="#190c0b"/><circle cx="9.4" cy="-37" r="2.5" fill="#190c0b"/>` +
      line("M-7 1Q0 7 7 1", "#7a2224", 1.8),
    x,
    y,
    -3,
    0.82,
  );
}

/** A sand castle with a page for a flag. */
function castle(x: number, y: number): string {
  const tower = (tx: number, ty: number, w: number, h: number, seed: number) => {
    const d = `M${tx - w} ${ty}C${tx - w * 0.9} ${ty - h * 0.5} ${tx - w * 0.85} ${ty - h * 0.8} ${tx - w * 0.8} ${ty - h}L${tx - w * 0.5} ${ty - h}V${ty - h + 6}H${tx - w * 0.2}V${ty - h}H${tx + w * 0.2}V${ty - h + 6}H${tx + w * 0.5}V${ty - h}H${tx + w * 0.8}C${tx + w * 0.85} ${ty - h * 0.8} ${tx + w * 0.9} ${ty - h * 0.5} ${tx + w} ${ty}Z`;
    return (
      path(d, SAND[1] ?? "") +
      daub(d, {
        count: 260,
        length: 7,
        width: 2,
        flow: 0.3,
        shade: (px, py) => 0.78 - (px - tx) / (w * 2.6) - (py - ty + h) / 600,
        ramp: SAND,
        seed,
        opacity: 0.5,
        angleJitter: 0.5,
        colorJitter: 0.07,
      })
    );
  };
  const heap = blob([
    [-92, 8],
    [-70, -12],
    [-20, -18],
    [40, -16],
    [84, -6],
    [100, 8],
    [40, 16],
    [-50, 16],
  ]);
  return place(
    sandShade(60, 10, 130, 22, 0.6) +
      group(
        brush("M4 -74L6 -124", 3, OAK[1] ?? "", { profile: profiles.even }) +
          path("M6 -124C18 -130 28 -118 42 -124L40 -100C28 -96 18 -106 6 -100Z", "#fff8ea") +
          line(
            "M12 -117C20 -120 28 -113 36 -117M12 -111C20 -114 28 -107 36 -111M12 -105C20 -108 26 -102 32 -104",
            "#8a7a86",
            1,
            `opacity=".7"`,
          ) +
          tower(0, -4, 28, 72, 5) +
          tower(-44, 2, 22, 44, 6) +
          tower(46, 2, 21, 38, 7) +
          path(heap, SAND[2] ?? "") +
          daub(heap, {
            count: 260,
            length: 9,
            width: 2.2,
            flow: 0.2,
            shade: (px, py) => 0.74 - px / 320 - py / 80,
            ramp: SAND,
            seed: 8,
            opacity: 0.5,
            angleJitter: 0.5,
            colorJitter: 0.07,
          }) +
          path("M-8 -4C-9 -22 8 -22 8 -4Z", "#8a5f56") +
          path(oval(-40, -26, 3, 4), "#8a5f56") +
          path(oval(46, -20, 3, 4), "#8a5f56"),
        `filter="url(#drawnSmall)"`,
      ),
    x,
    y,
    0,
    0.86,
  );
}

function shell(x: number, y: number, size: number, turn: number, color: string): string {
  const ribs = [-0.8, -0.4, 0, 0.4, 0.8]
    .map(
      (a) =>
        `<path d="M0 0L${fixed(Math.sin(a) * 15)} ${fixed(-Math.cos(a) * 15)}" stroke="#b07a6a" stroke-width="1" opacity=".7"/>`,
    )
    .join("");
  return place(
    path("M0 2C-14 -2 -18 -12 -10 -17C-4 -20 4 -20 10 -17C18 -12 14 -2 0 2Z", color) +
      ribs +
      brush("M-12 -12C-10 -17 -4 -19 2 -19", 2.4, "#fffaf0"),
    x,
    y,
    turn,
    size,
  );
}

function starfish(x: number, y: number): string {
  const arm = (i: number) =>
    place(
      path("M-6 2C-5 -10 -3 -20 0 -22C3 -20 5 -10 6 2Z", "#e08a5a") +
        `<circle cx="0" cy="-12" r="1.4" fill="#ffe0b8"/><circle cx="0" cy="-6" r="1.6" fill="#ffe0b8"/>`,
      0,
      0,
      i * 72,
    );
  return (
    sandShade(x + 5, y + 6, 30, 10, 0.6) +
    place(group([0, 1, 2, 3, 4].map(arm).join("") + `<circle r="2.2" fill="#ffe0b8"/>`), x, y, 12, [1, 0.62])
  );
}

/** Small footprints from the water to the chair. */
function footprints(): string {
  return Array.from({ length: 11 }, (_, i) => {
    const t = i / 10;
    const [x, y] = [842 + t * 170 + Math.sin(t * 3) * 20, 524 + t * 132];
    const side = i % 2 ? 9 : -9;
    const size = 0.42 + t * 0.5;
    return place(
      path(oval(0, 0, 11, 6), "#a9805e") +
        [-7, -1, 6].map((dx) => path(oval(dx - 9, -5 + Math.abs(dx) * 0.4, 3, 2.3), "#a9805e")).join("") +
        line("M-8 5Q2 8 10 4", "#fff3d0", 1.6),
      x + side,
      y,
      20,
      size,
    );
  }).join("");
}

/** Shells and other things on the sand. */
export const flotsam = () =>
  group(footprints(), `opacity=".55"`) +
  castle(640, 592) +
  starfish(470, 626) +
  shell(560, 648, 1, 20, "#fbdcc8") +
  shell(760, 640, 0.8, -30, "#fff0dc") +
  shell(388, 590, 0.7, 60, "#f4c4b4") +
  shell(868, 664, 1.1, 10, "#fbe4d0");

/** Distant beach huts on the right. */
export function huts(): string {
  const random = createRandom(5);
  const hut = (x: number, color: string, dark: string) =>
    place(
      path("M0 0L1 -42L26 -62L51 -43L50 0Z", color) +
        clip(
          "M0 0L1 -42L26 -62L51 -43L50 0Z",
          [10, 20, 30, 40]
            .map((dx) => `<path d="M${dx} -64V0" stroke="${dark}" stroke-width="1.4" opacity=".5"/>`)
            .join("") + `<path d="M34 -64H60V4H34Z" fill="${dark}" opacity=".35"/>`,
        ) +
        path("M-5 -39L26 -66L57 -41L52 -37L26 -58L0 -35Z", "#fff6e4") +
        path("M18 0V-28H34V0Z", dark) +
        `<circle cx="31" cy="${fixed(-13 + random())}" r="1.4" fill="#fff6e4"/>`,
      x,
      486,
    );
  return group(
    hut(1424, "#e9a59a", "#a8606c") +
      hut(1484, "#f3e3b4", "#b89a6c") +
      hut(1544, "#9fc9c6", "#5f8f9a") +
      hut(1604, "#e9a59a", "#a8606c"),
    `filter="url(#far)"`,
  );
}

const MARRAM = ["#3c5a4a", "#6f8a4c", "#b7b264", "#f0e2a0"];

/** Dune grass in the near plane, blurred and cropped by the frame. */
export function duneGrass(): string {
  const tuft = (left: number, right: number, count: number, height: number, lean: number, seed: number, soft: string) =>
    group(
      grass({ left, right, ground: () => 720, depth: 16, count, height, width: 9, ramp: MARRAM, lean, seed }),
      `filter="url(#${soft})"`,
    );
  return (
    tuft(-40, 200, 46, 230, 0.3, 51, "blur4") +
    tuft(120, 340, 26, 150, 0.36, 52, "blur2") +
    tuft(1510, 1660, 30, 170, -0.4, 53, "blur4")
  );
}
