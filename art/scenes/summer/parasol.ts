import { brush, daub, profiles } from "../../kit/stroke.ts";
import { clip, group, path } from "../../kit/svg.ts";
import { OAK } from "./palette.ts";

const CROWN =
  "M1150 196C1186 104 1290 34 1424 30C1560 30 1670 96 1716 196C1676 176 1640 178 1612 200C1580 174 1530 168 1492 194C1456 164 1400 164 1364 194C1330 170 1284 172 1252 200C1220 178 1184 180 1150 196Z";
const RIBS = [
  [1150, 196],
  [1252, 200],
  [1364, 194],
  [1492, 194],
  [1612, 200],
  [1716, 196],
] as const;

/** A parasol, pale enough to read the tagline on. */
export function parasol(): string {
  const panels = [0, 2, 4].map((i) => {
    const [ax, ay] = RIBS[i] ?? [0, 0];
    const [bx, by] = RIBS[i + 1] ?? [0, 0];
    const bow = (x: number) => `${(x + 1424) / 2 + (x - 1424) * 0.16} ${x < 1424 ? 74 : 78}`;
    return path(
      `M1424 28Q${bow(ax)} ${ax} ${ay}Q${(ax + bx) / 2} ${ay - 34} ${bx} ${by}Q${bow(bx)} 1424 28Z`,
      "#eba08e",
    );
  });
  const seams = RIBS.map(([x, y], i) =>
    brush(`M1424 30Q${(x + 1424) / 2 + (x - 1424) * 0.16} 76 ${x} ${y}`, 3, "#c98a80", { opacity: 0.5, seed: i }),
  );
  return (
    brush("M1428 24C1452 240 1476 470 1500 690", 14, OAK[1] ?? "", { profile: profiles.even, jitter: 0.02 }) +
    brush("M1425 24C1449 240 1473 470 1497 690", 5, OAK[3] ?? "", {
      profile: profiles.even,
      jitter: 0.02,
      opacity: 0.9,
    }) +
    group(
      brush("M1422 30L1418 10", 9, OAK[1] ?? "", { profile: profiles.even }) +
        path(CROWN, "#fdf1d8", `filter="url(#drawnSmall)"`) +
        clip(
          CROWN,
          panels.join("") +
            daub(CROWN, {
              count: 900,
              length: 30,
              width: 2.6,
              flow: (x, y) => Math.atan2(y - 18, x - 1424),
              shade: (x) => 1.05 - (x - 1150) / 760,
              ramp: ["#a08aa8", "#e4b8a4", "#fff0cc", "#fffaf0"],
              seed: 9,
              opacity: 0.24,
              angleJitter: 0.06,
            }) +
            seams.join("") +
            path(
              "M1150 196C1184 180 1220 178 1252 200C1284 172 1330 170 1364 194C1400 164 1456 164 1492 194C1530 168 1580 174 1612 200L1612 150C1500 120 1300 130 1160 170Z",
              "#7a6a9c",
              `opacity=".22" filter="url(#blur10)"`,
            ),
        ) +
        brush("M1152 194C1190 106 1292 36 1424 32", 5, "#fffbe6", { opacity: 0.9 }),
      `filter="url(#light-parasol)"`,
    )
  );
}
