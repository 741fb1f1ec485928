import { shadeOf } from "../../kit/color.ts";
import { createRandom } from "../../kit/random.ts";
import { blob, oval } from "../../kit/shape.ts";
import { brush, daub } from "../../kit/stroke.ts";
import { blend, clip, fixed, glow, group, path, place } from "../../kit/svg.ts";
import { anyLeaf } from "../../things/leaf.ts";
import { glowAt } from "./palette.ts";

export const duskShade = (cx: number, cy: number, rx: number, ry: number, opacity = 0.8) =>
  glow(cx, cy, rx, ry, "#1c0c16", opacity, "multiply");

/** The top of the pile: y for each x. */
const top = (x: number) => 604 - 54 * Math.exp(-(((x - 1290) / 190) ** 2)) - 16 * Math.exp(-(((x - 1060) / 80) ** 2));

/** The pile of leaves under the mouse. `front`: only those over its legs. */
export function heap(front: boolean): string {
  const random = createRandom(front ? 72 : 71);
  const spots = Array.from({ length: front ? 150 : 560 }, () => ({
    x: (front ? 1010 : 960) + random() * (front ? 520 : 640),
    back: random(),
  })).toSorted((a, b) => a.back - b.back);
  const leaves = spots.map(({ x, back }) => {
    const y = top(x) + (front ? 34 + back * 66 : -6 + back * 110);
    const tone = 0.42 + glowAt(x, y - 120) * 0.55 - back * 0.1 - Math.max(0, x - 1330) / 500;
    return anyLeaf(random, x, y, 0.9 + back * 0.3, tone, 0.62);
  });
  return leaves.join("");
}

/** Falling leaves, clear of the face and the glass. */
export function falling(): string {
  const random = createRandom(77);
  const hidden = (x: number, y: number) => x > 1070 || (x > 880 && x < 1010 && y > 380);
  let leaves = "";
  for (let i = 0; i < 30; i++) {
    const [x, y] = [590 + random() * 560, 190 + random() * 290];
    const drawn = anyLeaf(random, x, y, 0.55 + random() * 0.25, 0.6, 0.5 + random() * 0.5);
    if (!hidden(x, y)) leaves += drawn;
  }
  return leaves;
}

/** Dust and gnats in the sunlight. */
export function motes(): string {
  const random = createRandom(55);
  const spots = Array.from({ length: 46 }, () => {
    const [x, y] = [560 + random() * 620, 230 + random() * 320];
    const near = glowAt(x, y);
    return `<circle cx="${fixed(x)}" cy="${fixed(y)}" r="${fixed(0.7 + random() * 1.5)}" fill="#ffcf7a" opacity="${fixed(0.12 + near * 0.6)}"/>`;
  });
  return group(spots.join(""), blend("screen"));
}

/** A toadstool as a table. */
export function toadstool(x: number, y: number, size: number): string {
  const cap = "M-74 -62C-74 -100 -38 -122 2 -122C44 -122 76 -98 76 -62C60 -48 -58 -48 -74 -62Z";
  const stalk = "M-17 -56C-14 -36 -18 -14 -26 2C-10 10 14 10 28 2C20 -14 16 -36 20 -56Z";
  const spot = (cx: number, cy: number, rx: number, ry: number) =>
    path(oval(cx, cy, rx, ry), "#fff0d4", `opacity=".92"`);
  return place(
    duskShade(16, 6, 70, 14, 0.8) +
      group(
        path(stalk, "#ecd8b4") +
          daub(stalk, {
            count: 120,
            length: 14,
            width: 2,
            flow: 1.5,
            shade: (px) => 0.75 - px / 50,
            ramp: ["#7a5648", "#c8a47c", "#fff0d0"],
            seed: 3,
            opacity: 0.6,
            angleJitter: 0.1,
          }) +
          path("M-56 -58C-30 -48 34 -48 60 -58C36 -40 -34 -40 -56 -58Z", "#b98a68") +
          path(cap, "#8f2238") +
          daub(cap, {
            count: 420,
            length: 12,
            width: 2.2,
            flow: (px) => px / 90,
            shade: (px, py) => 0.62 - px / 130 - (py + 100) / 120,
            ramp: ["#2d0812", "#6a1626", "#a83036", "#de6a4a", "#ffb07a"],
            seed: 4,
            opacity: 0.6,
          }) +
          spot(-46, -82, 9, 6) +
          spot(-18, -74, 7, 4.5) +
          spot(20, -84, 9, 6) +
          spot(50, -74, 8, 6) +
          spot(-30, -104, 8, 4.5) +
          spot(38, -104, 7, 4) +
          spot(-60, -66, 5, 3.5),
        `filter="url(#light-thing)"`,
      ),
    x,
    y,
    0,
    size,
  );
}

const PUMPKIN = ["#4a1c18", "#8a3a18", "#c8681e", "#ec9a36", "#ffd890"];

export function pumpkin(x: number, y: number, size: number): string {
  const rib = (cx: number, rx: number, tone: number, seed: number) => {
    const d = oval(cx, -42, rx, 44);
    return (
      path(d, shadeOf(PUMPKIN, tone * 0.55)) +
      daub(d, {
        count: 240,
        length: 18,
        width: 2.4,
        flow: (px) => 1.57 + (px - cx) * -0.014,
        shade: (px, py) => tone * 0.9 - Math.abs(px - cx + rx * 0.25) / (rx * 2.2) - (py + 60) / 260,
        ramp: PUMPKIN,
        seed,
        opacity: 0.5,
        angleJitter: 0.08,
        colorJitter: 0.06,
      }) +
      clip(
        d,
        brush(`M${cx + rx} -84Q${cx + rx * 1.25} -42 ${cx + rx} 2`, 16, "#3a1418", {
          opacity: 0.5,
          attributes: `filter="url(#blur2)"`,
        }),
      )
    );
  };
  return place(
    duskShade(22, -2, 96, 18, 0.85) +
      group(
        rib(50, 28, 0.5, 6) +
          rib(-50, 28, 1.05, 5) +
          rib(30, 30, 0.68, 8) +
          rib(-28, 31, 1.02, 7) +
          rib(2, 31, 0.88, 9) +
          brush("M2 -80C-2 -98 6 -108 18 -112", 15, "#5a5a30", { profile: (t) => 1 - t * 0.4 }) +
          brush("M0 -82C-4 -98 4 -106 14 -110", 4, "#c8b468", { opacity: 0.8 }) +
          brush("M8 -90C30 -104 34 -84 50 -92C58 -98 62 -90 56 -86", 2.6, "#7a7a40"),
        `filter="url(#light-thing)"`,
      ),
    x,
    y,
    0,
    size,
  );
}

/** Small brown mushrooms, lit from the sun's side. */
export function mushrooms(x: number, y: number): string {
  const one = (dx: number, h: number, w: number, seed: number) => {
    const cap = blob([
      [dx - w, -h + 3],
      [dx - w * 0.85, -h - w * 0.4],
      [dx - w * 0.2, -h - w * 0.95],
      [dx + w * 0.5, -h - w * 0.75],
      [dx + w, -h + 3],
      [dx, -h + 6],
    ]);
    const stalk = `M${dx - 4} ${-h}Q${dx - 6} ${-h / 2} ${dx - 7} 2L${dx + 7} 2Q${dx + 4} ${-h / 2} ${dx + 4} ${-h}Z`;
    return (
      path(stalk, "#e0c498") +
      brush(`M${dx + 3} ${-h}Q${dx + 2} ${-h / 2} ${dx + 4} 2`, 5, "#7a5240", { opacity: 0.6 }) +
      path(cap, "#9c5a2c") +
      daub(cap, {
        count: 60,
        length: 7,
        width: 1.8,
        flow: 0.3,
        shade: (px, py) => 0.7 - (px - dx) / (w * 2.4) - (py + h) / 60,
        ramp: ["#4a2418", "#8a4a24", "#c8803c", "#ffd08a"],
        seed,
        opacity: 0.7,
      })
    );
  };
  return place(duskShade(8, 4, 60, 11) + one(-20, 24, 15, 4) + one(24, 18, 12, 5) + one(3, 40, 19, 6), x, y);
}

/** Leaves in the near plane, blurred and cropped by the frame. */
export function nearLeaves(): string {
  const random = createRandom(91);
  let left = "";
  for (let i = 0; i < 40; i++)
    left += anyLeaf(random, -30 + random() * 420, 712 - random() * 70 * (1 - i / 60), 2.2, 0.3 + random() * 0.3, 0.7);
  let right = "";
  for (let i = 0; i < 26; i++)
    right += anyLeaf(random, 1380 + random() * 260, 716 - random() * 60, 2.2, 0.14 + random() * 0.2, 0.7);
  return group(left, `filter="url(#blur4)"`) + group(right, `filter="url(#blur4)"`);
}
