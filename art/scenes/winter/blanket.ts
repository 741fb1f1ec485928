import { shadeOf } from "../../kit/color.ts";
import { egg } from "../../kit/light.ts";
import { brush, daub, profiles } from "../../kit/stroke.ts";
import { clip, path, place } from "../../kit/svg.ts";
import { sideFoot } from "../../mouse/foot.ts";
import { LIGHT, PLAID } from "./palette.ts";

const CLOTH =
  "M92 8C62 -46 -16 -68 -92 -60C-148 -54 -182 -18 -190 36C-193 66 -202 88 -214 108C-150 134 -40 128 78 136C104 100 110 50 92 8Z";

function tartan(): string {
  const even = { profile: profiles.even, points: 20 };
  const color = (i: number) => (i % 2 ? "#223a3c" : "#e6b768");
  const width = (i: number) => (i % 2 ? 11 : 3.5);
  const down = Array.from({ length: 15 }, (_, i) =>
    brush(`M${-382 + i * 38} 170C${-354 + i * 36} 80 ${-326 + i * 34} 0 ${-216 + i * 24} -84`, width(i), color(i), {
      ...even,
      opacity: 0.5,
    }),
  );
  const across = Array.from({ length: 7 }, (_, j) =>
    brush(`M-240 ${150 - j * 34}C-140 ${110 - j * 38} 0 ${100 - j * 34} 120 ${130 - j * 32}`, width(j), color(j), {
      ...even,
      opacity: 0.46,
    }),
  );
  return down.join("") + across.join("");
}

/** A tartan blanket over the knees, two toes sticking out; figure units, origin at the seat. */
export function blanket(): string {
  const hem = Array.from({ length: 48 }, (_, i) => {
    const t = i / 47;
    const [x, y] = [-212 + t * 286, 107 + Math.sin(t * 3.1) * 15 + t * 24];
    return brush(
      `M${x.toFixed(1)} ${y.toFixed(1)}Q${(x - 2).toFixed(1)} ${(y + 8).toFixed(1)} ${(x + (i % 3) - 2).toFixed(1)} ${(y + 15).toFixed(1)}`,
      3.6,
      shadeOf(PLAID, 0.45 + (i % 3) * 0.18),
      { seed: i },
    );
  });
  const folds = [
    "M-150 -30C-176 20 -172 60 -190 104",
    "M-96 -50C-130 10 -120 70 -134 122",
    "M-20 -56C-50 10 -40 70 -46 128",
  ];
  return (
    place(sideFoot(), -190, 126, 4, 0.86) +
    place(sideFoot(), -138, 142, -2, 0.94) +
    hem.join("") +
    path(CLOTH, "#0a0508", `transform="translate(-6 10)" opacity=".6" filter="url(#blur10)"`) +
    path(CLOTH, PLAID[2] ?? "", `filter="url(#drawn)"`) +
    clip(
      CLOTH,
      tartan() +
        daub(CLOTH, {
          count: 1000,
          length: 10,
          width: 2,
          flow: (x) => (x < -100 ? 1.3 : 0.2),
          shade: egg(-80, 40, 170, 130, [LIGHT[0], -0.35, 0.4]),
          ramp: PLAID,
          seed: 51,
          opacity: 0.3,
          angleJitter: 0.25,
        }) +
        folds
          .map(
            (d, i) =>
              brush(d, 16, "#1c0a14", { opacity: 0.4, seed: i, attributes: `filter="url(#blur4)"` }) +
              brush(d, 6, "#ffbe7a", { opacity: 0.3, attributes: `transform="translate(-10 0)" filter="url(#blur2)"` }),
          )
          .join("") +
        path("M-120 -60C-60 -20 -40 60 -60 170L140 170L130 -40Z", "#12070f", `opacity=".5" filter="url(#blur10)"`),
    ) +
    brush("M-214 106C-200 84 -192 70 -190 38C-184 -16 -150 -54 -92 -61", 6, "#ffd08a", {
      opacity: 0.7,
      attributes: `filter="url(#blur2)"`,
    })
  );
}
