import { mix, shadeOf } from "../../kit/color.ts";
import { around, createRandom } from "../../kit/random.ts";
import { blob, oval } from "../../kit/shape.ts";
import { brush, daub, profiles } from "../../kit/stroke.ts";
import { blend, clip, glow, group, line, painted, path, place, radialAt } from "../../kit/svg.ts";
import { FIRE, STONE, warmth, WOOD } from "./palette.ts";

const MOUTH = "M802 614V440C804 374 846 354 896 354C946 354 988 374 990 440V614Z";
const BREAST = "M752 344C756 430 750 520 756 616H1040C1044 520 1038 430 1042 344Z";

/** A leaning flame. */
const tongue = (x: number, y: number, half: number, height: number, lean: number) =>
  `M${x - half} ${y}C${x - half * 1.5} ${y - height * 0.32} ${x - half * 0.1 + lean * 0.2} ${y - height * 0.52} ${x + lean} ${y - height}C${x + lean * 0.7 + half * 0.5} ${y - height * 0.7} ${x + half * 1.5} ${y - height * 0.42} ${x + half} ${y}Z`;

const TONGUES = [
  { x: 858, half: 36, height: 142, lean: -24 },
  { x: 898, half: 50, height: 206, lean: 20 },
  { x: 940, half: 34, height: 122, lean: 30 },
  { x: 878, half: 24, height: 92, lean: 14 },
];

function flames(): string {
  const layer = (size: number, color: string, opacity: number, soft: string) =>
    TONGUES.map(({ x, half, height, lean }) =>
      path(
        tongue(x + (896 - x) * (1 - size) * 0.4, 592, half * size, height * size, lean * size),
        color,
        `opacity="${opacity}" filter="url(#${soft})"`,
      ),
    ).join("");
  const licks = TONGUES.map(({ x, half, height, lean }, i) =>
    daub(tongue(x, 592, half, height, lean), {
      count: 70,
      length: 30,
      width: 3,
      flow: (px) => -1.57 + (px - x) * -0.006 + lean * 0.008,
      shade: (px, py) => 1.05 - Math.abs(px - x) / (half * 1.6) - (592 - py) / (height * 1.5),
      ramp: ["#c8400e", "#f07a1e", "#ffc044", "#fff3c4"],
      seed: 84 + i,
      opacity: 0.5,
    }),
  ).join("");
  return group(
    layer(1.12, "#a8320c", 0.85, "blur6") +
      layer(0.98, "#e2601a", 0.9, "blur2") +
      layer(0.74, "#f78d26", 0.95, "blur2") +
      licks +
      layer(0.5, "#ffc650", 0.95, "blur2") +
      layer(0.28, "#fff3c0", 0.95, "blur2"),
    `filter="url(#drawnSmall)" ${blend("screen")}`,
  );
}

function logs(): string {
  const log = (d: string, end: readonly [number, number], edge: string) =>
    brush(d, 24, "#2e1510", { profile: profiles.even, jitter: 0.08 }) +
    brush(edge, 4, "#ff9a3a", { opacity: 0.95 }) +
    path(oval(end[0], end[1], 9, 12), "#8a4a24") +
    line(oval(end[0], end[1], 5, 7), "#d98a48", 1.4, `opacity=".7"`);
  const bed = daub("M806 614C830 588 880 596 900 590C930 598 968 590 988 614Z", {
    count: 160,
    length: 8,
    width: 5,
    flow: 0,
    shade: (x, y) => 1 - Math.abs(x - 896) / 130 - (614 - y) / 60,
    ramp: ["#4a1208", "#b8380e", "#ff8a2a", "#ffe08a"],
    seed: 77,
    opacity: 0.9,
    colorJitter: 0.3,
  });
  return (
    bed +
    log("M976 602C930 592 890 586 852 576", [976, 602], "M966 590C930 582 890 576 856 566") +
    log("M820 604C866 598 910 588 952 578", [820, 604], "M828 592C870 586 910 577 948 567") +
    group(
      Array.from(
        { length: 16 },
        (_, i) =>
          `<circle cx="${834 + i * 8}" cy="${606 + (i % 3) * 2}" r="${2 + (i % 4)}" fill="${i % 3 ? "#ff7a24" : "#ffd27a"}" opacity=".8"/>`,
      ).join(""),
      `filter="url(#blur1)"`,
    )
  );
}

function stone(
  x: number,
  y: number,
  w: number,
  h: number,
  seed: number,
  warmAt = warmth(x + w / 2, y + h / 2),
): string {
  const random = createRandom(seed);
  const j = () => around(random, 3.5);
  const d = blob(
    [
      [x + 6 + j(), y + j()],
      [x + w - 6 + j(), y + j()],
      [x + w + j(), y + 6],
      [x + w + j(), y + h - 6],
      [x + w - 6 + j(), y + h],
      [x + 5 + j(), y + h + j()],
      [x + j(), y + h - 6],
      [x + j(), y + 6 + j()],
    ],
    0.15,
  );
  const warm = warmAt * 0.75;
  const tone = mix(mix("#3d2a28", "#6b4a3c", random()), "#d08a52", warm * 0.6);
  return (
    path(d, tone) +
    daub(d, {
      count: 34,
      length: 9,
      width: 2.4,
      flow: 0.4,
      shade: (px, py) => 0.25 + warm * 0.5 - (py - y - h / 2) / 90,
      ramp: STONE,
      seed,
      opacity: 0.5,
      angleJitter: 1,
    }) +
    brush(`M${x + 5} ${y + 3}Q${x + w / 2} ${y - 1} ${x + w - 7} ${y + 3}`, 3, "#ffd09a", {
      opacity: 0.14 + warm * 0.5,
    })
  );
}

function masonry(): string {
  const heights = [30, 38, 28, 36, 32, 40, 34];
  let stones = "";
  let y = 352;
  for (const [i, h] of heights.entries()) {
    const split = i % 2 ? 0 : 4;
    stones += stone(756 - split, y, 42 + split, h, 200 + i) + stone(994, y + 3, 44 + split, h, 300 + i);
    y += h + 4;
  }
  for (let i = 0; i < 9; i++) {
    const a = Math.PI * (1 + i / 8);
    stones += place(
      stone(-19, -23, 37, 44, 400 + i, 0.62),
      896 + Math.cos(a) * 109,
      441 + Math.sin(a) * 88,
      (i / 8 - 0.5) * 150,
    );
  }
  return group(path(BREAST, "#2f1c1a") + stones, `filter="url(#drawnSmall)"`);
}

function mantelShelf(): string {
  const front =
    "M738 320C840 316 950 324 1058 318C1056 332 1052 342 1048 350C950 344 840 352 746 347C742 340 739 330 738 320Z";
  const top = "M728 304C840 299 950 307 1066 302L1064 322C950 326 840 318 732 323Z";
  const grain = (d: string, seed: number) =>
    clip(
      d,
      daub(d, {
        count: 280,
        length: 36,
        width: 2.4,
        flow: 0.01,
        shade: (x, y) => 0.78 - Math.abs(x - 900) / 300 - (y - 304) / 110,
        ramp: WOOD,
        seed,
        opacity: 0.6,
        angleJitter: 0.05,
      }),
    );
  return (
    path(front, "#5b3324") +
    grain(front, 81) +
    path(top, "#7d4a30") +
    grain(top, 82) +
    brush("M746 347C840 352 950 344 1048 349", 5, "#ffb46a", { opacity: 0.8 })
  );
}

/** Fir twigs with berries along the mantel. */
export function garland(): string {
  const random = createRandom(9);
  const sag = (t: number) => 320 + Math.sin(t * Math.PI * 3) * 8;
  let twigs = "";
  for (let i = 0; i < 330; i++) {
    const t = random();
    const x = 738 + t * 316;
    const y = sag(t) + random() * 15;
    const a = Math.PI / 2 + around(random, 1.25);
    const l = 12 + random() * 14;
    twigs += brush(
      `M${x.toFixed(1)} ${y.toFixed(1)}L${(x + Math.cos(a) * l).toFixed(1)} ${(y + Math.sin(a) * l * 0.7).toFixed(1)}`,
      2.6,
      shadeOf(["#16261f", "#2a4632", "#56703f", "#a3964c"], random() * 0.65 + (y > 330 ? 0.24 : 0)),
      { points: 3 },
    );
  }
  let berries = "";
  for (let i = 0; i < 17; i++) {
    const t = (i + random() * 0.8) / 17;
    const [x, y] = [744 + t * 304, sag(t) + 8 + random() * 12];
    berries += `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="4.4" fill="#a3222c"/><circle cx="${(x - 1).toFixed(1)}" cy="${(y + 1.5).toFixed(1)}" r="1.6" fill="#ffb070" opacity=".9"/>`;
  }
  return twigs + berries;
}

export function hearth(): string {
  const deep = radialAt(FIRE.x, 570, 150, [
    [0, "#d8580f", 0.95],
    [0.6, "#7a240c", 0.8],
    [1, "#180a0a", 0],
  ]);
  return (
    masonry() +
    clip(
      MOUTH,
      path("M780 330H1010V630H780Z", "#180a0a") + painted("M780 330H1010V630H780Z", deep) + flames() + logs(),
    ) +
    line(MOUTH, "#ffb060", 5, `opacity=".65" filter="url(#blur2)"`) +
    mantelShelf() +
    glow(FIRE.x, 620, 250, 60, "#ff9a3c", 0.5)
  );
}
