import { type Ramp, shadeOf } from "../kit/color.ts";
import { egg, type Light } from "../kit/light.ts";
import { around, createRandom } from "../kit/random.ts";
import { blob, oval } from "../kit/shape.ts";
import { brush, profiles } from "../kit/stroke.ts";
import { clip, fixed, line, path, place } from "../kit/svg.ts";

const WICKER: Ramp = ["#2a1712", "#5a3620", "#8f6034", "#c8965a", "#f0c88a"];
const BARK: Ramp = ["#24130f", "#4a2a1c", "#7a4c30", "#b07c4c"];

const BODY = blob([
  [-62, -66],
  [-62, -66],
  [0, -60],
  [62, -66],
  [62, -66],
  [56, -20],
  [48, 2],
  [0, 8],
  [-48, 2],
  [-56, -20],
]);

/** Woven willow: short arcs over and under, row by row. */
function weave(light: Light): string {
  const random = createRandom(7);
  const shade = egg(0, -30, 70, 60, light);
  let bows = "";
  for (let row = 0; row < 9; row++) {
    for (let i = -8; i <= 8; i++) {
      const u = ((i + (row % 2) * 0.5) / 8) * 1.4;
      const [x, y] = [Math.sin(u) * 62, -58 + row * 7.4 + Math.cos(u) * 5];
      const half = Math.cos(u) * 7 + 1;
      bows += brush(
        `M${fixed(x - half)} ${fixed(y)}Q${fixed(x)} ${fixed(y - 4)} ${fixed(x + half)} ${fixed(y)}`,
        6,
        shadeOf(WICKER, shade(x, y) + around(random, 0.08)),
        { points: 6, seed: i + row * 20 },
      );
    }
  }
  return clip(BODY, path(BODY, WICKER[0] ?? "") + bows);
}

function log(x: number, y: number, turn: number, seed: number): string {
  const random = createRandom(seed);
  const side = path("M-15 0C-17 -40 -15 -70 -14 -86L14 -86C16 -60 15 -30 16 0Z", BARK[1] ?? "");
  const cracks = Array.from({ length: 9 }, () =>
    brush(
      `M${fixed(around(random, 13))} ${fixed(-76 + random() * 40)}Q${fixed(around(random, 14))} ${fixed(-40)} ${fixed(around(random, 13))} ${fixed(-10)}`,
      2.4,
      shadeOf(BARK, random()),
      { opacity: 0.6, points: 8 },
    ),
  );
  const end =
    path(oval(0, -86, 15, 8), "#c89a62") +
    line(oval(0, -86, 9, 4.6), "#8a5a34", 1.4) +
    line(oval(0, -86, 4, 2), "#8a5a34", 1.2);
  return place(
    side + cracks.join("") + brush("M13 -84C15 -56 14 -30 14 -4", 5, "#ffb060", { opacity: 0.5 }) + end,
    x,
    y,
    turn,
  );
}

/** A basket of logs, 130 wide, bottom at the origin. */
export function logBasket(light: Light): string {
  return (
    log(-30, -22, -16, 3) +
    log(32, -20, 18, 4) +
    log(2, -12, 2, 5) +
    log(-12, 2, -7, 6) +
    weave(light) +
    brush("M-64 -64C-30 -56 30 -56 64 -64", 11, WICKER[2] ?? "", { profile: profiles.even, jitter: 0.2 }) +
    brush("M-62 -67C-30 -60 30 -60 64 -67", 4, WICKER[4] ?? "", { opacity: 0.7 })
  );
}
