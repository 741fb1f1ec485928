import { canvas, everywhere } from "../../kit/canvas.ts";
import { createRandom } from "../../kit/random.ts";
import { blob } from "../../kit/shape.ts";
import { brush, daub, profiles } from "../../kit/stroke.ts";
import { blend, clip, fixed, group, path, place, radialAt } from "../../kit/svg.ts";
import { lightsFor } from "../../mouse/lights.ts";
import { bunch } from "../../things/blossom.ts";
import { glassAt, WHITE_WINE } from "../../things/glass.ts";
import { grass } from "../../things/grass.ts";
import { country, flowers, softShade } from "./country.ts";
import { MEADOW, SHADE, SUN } from "./palette.ts";
import { proneMouse } from "./prone.ts";
import { petals, tree } from "./tree.ts";

const CLOTH = blob(
  [
    [748, 576],
    [748, 576],
    [860, 556],
    [1060, 548],
    [1260, 538],
    [1404, 534],
    [1404, 534],
    [1440, 566],
    [1462, 606],
    [1462, 606],
    [1300, 616],
    [1080, 632],
    [900, 650],
    [812, 662],
    [812, 662],
    [786, 616],
  ],
  0.13,
);

/** A picnic blanket with wine-red lines. */
function cloth(): string {
  const even = { profile: profiles.even, jitter: 0.05 };
  const across = Array.from({ length: 9 }, (_, i) =>
    brush(
      `M${780 + i * 82} ${566 - i * 4}Q${800 + i * 84} ${606 - i * 3} ${850 + i * 82} ${664 - i * 6}`,
      i % 2 ? 4 : 12,
      "#a83a4c",
      { ...even, opacity: 0.5 },
    ),
  );
  const along = Array.from({ length: 4 }, (_, i) =>
    brush(`M740 ${580 + i * 24}Q1080 ${556 + i * 24} 1480 ${540 + i * 20}`, i % 2 ? 4 : 11, "#a83a4c", {
      ...even,
      opacity: 0.45,
    }),
  );
  return (
    path(CLOTH, "#3f5a46", `transform="translate(6 9)" opacity=".5" filter="url(#blur4)"`) +
    path(CLOTH, "#fbf1de", `filter="url(#drawn)"`) +
    clip(
      CLOTH,
      across.join("") +
        along.join("") +
        daub(CLOTH, {
          count: 900,
          length: 12,
          width: 2.2,
          flow: 0.1,
          shade: (x, y) => 0.9 - (x - 760) / 1000 - (y - 560) / 400,
          ramp: ["#9a93c0", "#d8cfd8", "#fff6e4", "#fffdf6"],
          seed: 12,
          opacity: 0.3,
          angleJitter: 0.5,
        }),
    )
  );
}

/** Tulips in the near plane, blurred and cropped by the frame. */
function nearTulips(): string {
  const random = createRandom(44);
  const tulip = (x: number, y: number, size: number, lean: number, tone: string, lit: string) =>
    brush(`M${x - lean} 760Q${x - lean * 0.4} ${(y + 720) / 2} ${x} ${y}`, 9 * size, "#5c8a4a", {
      profile: profiles.even,
    }) +
    brush(
      `M${fixed(x - lean)} 740Q${fixed(x - 60 * size)} ${fixed(y + 130)} ${fixed(x - 44 * size + random() * 20)} ${fixed(y + 60)}`,
      26 * size,
      "#6f9c54",
    ) +
    place(
      path(
        "M-24 -6C-30 -40 -22 -62 -14 -70C-10 -58 -4 -54 0 -76C6 -56 10 -56 16 -68C26 -52 30 -30 22 -4C12 12 -14 12 -24 -6Z",
        tone,
      ) + path("M-24 -6C-30 -40 -22 -62 -14 -70C-12 -44 -12 -20 -4 6C-14 8 -22 2 -24 -6Z", lit, `opacity=".7"`),
      x,
      y,
      lean * 0.2,
      size,
    );
  return (
    group(
      tulip(66, 600, 1.25, 14, "#b5405a", "#e88a8e") +
        tulip(168, 640, 1.05, -16, "#d9707e", "#f6b4ac") +
        tulip(-4, 660, 1.1, 10, "#e0909a", "#f9cfc4"),
      `filter="url(#blur4)"`,
    ) +
    group(
      grass({
        left: -60,
        right: 330,
        ground: () => 730,
        depth: 30,
        count: 60,
        height: 130,
        width: 9,
        ramp: MEADOW,
        lean: 0.2,
        seed: 45,
      }) +
        grass({
          left: 1330,
          right: 1660,
          ground: () => 738,
          depth: 30,
          count: 60,
          height: 120,
          width: 9,
          ramp: MEADOW,
          lean: -0.15,
          seed: 46,
        }),
      `filter="url(#blur2)"`,
    ) +
    group(
      bunch(1560, 30, 120, 70, 60, (x, y) => 0.7 - y / 400, 47),
      `filter="url(#blur6)"`,
    )
  );
}

/** Spring: an afternoon under the cherry tree. */
export function spring(): string {
  const sunlight = radialAt(SUN.x, SUN.y, 900, [
    [0, "#fff2c0", 0.3],
    [1, "#fff2c0", 0],
  ]);
  const vignette = radialAt(
    900,
    330,
    1080,
    [
      [0.5, "#ffffff"],
      [1, "#c9bcd6"],
    ],
    0.8,
  );
  const [x, y] = [1014, 570];
  return canvas(
    [
      country(),
      tree(),
      flowers(),
      softShade(1440, 580, 260, 40, 0.5),
      cloth(),
      softShade(x + 110, y + 8, 330, 30, 0.75),
      softShade(x - 120, y + 6, 110, 20, 0.6),
      place(group(proneMouse(), `filter="url(#light-figure)"`), x, y, -1.5, 0.745),
      softShade(820, 588, 60, 10, 0.5),
      glassAt(786, 590, 1, WHITE_WINE, "#f4fbff"),
      grass({
        left: 700,
        right: 1500,
        ground: (gx) => 664 - (gx - 800) * 0.07,
        depth: 14,
        count: 150,
        height: 30,
        width: 4,
        ramp: MEADOW,
        lean: 0.1,
        seed: 14,
      }),
      petals(),
      sunlight.defs + everywhere(sunlight.fill, blend("soft-light")),
      vignette.defs + everywhere(vignette.fill, blend("multiply")),
      nearTulips(),
    ],
    [
      lightsFor({
        x: -0.74,
        y: -0.52,
        shade: SHADE,
        key: "#fff0a8",
        rim: "#fffce8",
        back: "#c8e0ff",
        strength: 0.8,
        wash: 0.5,
      }),
    ],
    { paper: 0.24, grain: 0.22 },
  );
}
