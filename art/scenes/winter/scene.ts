import { canvas, everywhere } from "../../kit/canvas.ts";
import { relight } from "../../kit/light.ts";
import { createRandom } from "../../kit/random.ts";
import { oval } from "../../kit/shape.ts";
import { brush, daub, profiles } from "../../kit/stroke.ts";
import { blend, clip, fixed, glow, group, linear, painted, path, place, radialAt } from "../../kit/svg.ts";
import { scarf } from "../../mouse/clothes.ts";
import { lightsFor } from "../../mouse/lights.ts";
import { reader } from "../../mouse/reader.ts";
import { tail } from "../../mouse/tail.ts";
import { logBasket } from "../../things/basket.ts";
import { bookPile } from "../../things/books.ts";
import { glassAt, RED_WINE } from "../../things/glass.ts";
import { woolBall } from "../../things/wool.ts";
import { blanket } from "./blanket.ts";
import { CHAIR_BACK, chairBack, chairFront } from "./chair.ts";
import { garland, hearth } from "./hearth.ts";
import { mantel } from "./mantel.ts";
import { FIRE, LIGHT, WOOD, WOOL } from "./palette.ts";
import { room } from "./room.ts";

const BOOK = { ramp: ["#3d1019", "#6e1d30", "#98304a", "#c9566a"], ribbon: "#d9a441" };

function floor(): string {
  const boards = linear([
    [0, "#43251b"],
    [1, "#160b0c"],
  ]);
  const seams = Array.from({ length: 7 }, (_, i) =>
    brush(`M-20 ${614 + i * 16}Q800 ${611 + i * 17} 1620 ${614 + i * 16}`, 2.4, "#150a0a", {
      opacity: 0.5,
      seed: i,
      jitter: 0.6,
      points: 60,
      profile: profiles.even,
    }),
  );
  const rug = oval(1120, 686, 430, 54);
  return (
    painted("M-60 606Q800 600 1660 606V760H-60Z", boards) +
    daub("M0 610H1600V700H0Z", {
      count: 500,
      length: 60,
      width: 3,
      flow: 0,
      shade: (x, y) => 0.75 - Math.abs(x - FIRE.x) / 520 - (y - 606) / 260,
      ramp: WOOD,
      seed: 17,
      opacity: 0.35,
      angleJitter: 0.03,
    }) +
    seams.join("") +
    group(
      path(rug, "#5d1a26") +
        `<path d="${oval(1120, 686, 392, 45)}" fill="none" stroke="#c98a4a" stroke-width="5"/>` +
        path(oval(1120, 686, 346, 35), "#3f1a2a"),
      `filter="url(#drawn)"`,
    ) +
    daub(rug, {
      count: 700,
      length: 8,
      width: 2.2,
      flow: 1.2,
      shade: (x, y) => 0.8 - Math.abs(x - 960) / 380 - (y - 640) / 200,
      ramp: ["#1f0a12", "#5d1a26", "#98503a", "#e0a060"],
      seed: 18,
      opacity: 0.35,
    }) +
    glow(905, 632, 300, 46, "#ff9a3c", 0.55)
  );
}

/** A small round table on three feet. */
function table(): string {
  const leg =
    "M1046 524C1053 552 1040 580 1050 604C1042 618 1046 634 1048 646L1064 646C1066 634 1070 618 1062 604C1072 580 1059 552 1066 524Z";
  const foot = (d: string) =>
    brush(d, 13, WOOD[0] ?? "", { profile: (t) => 1 - t * 0.4 }) +
    brush(d, 6, WOOD[2] ?? "", { profile: (t) => 1 - t * 0.4, attributes: `transform="translate(-2 -2)"` });
  const disc = oval(1055, 517, 61, 14);
  const grain = (d: string, flow: number, shade: (x: number) => number, seed: number) =>
    daub(d, { count: 120, length: 20, width: 2, flow, shade, ramp: WOOD, seed, opacity: 0.6, angleJitter: 0.08 });
  return (
    glow(1064, 674, 100, 20, "#0a0508", 0.75, "multiply") +
    group(
      foot("M1058 636C1072 644 1090 652 1096 668") +
        foot("M1054 636C1040 644 1022 652 1014 668") +
        foot("M1056 640C1057 652 1057 664 1052 676") +
        path(leg, "#4a281b") +
        grain(leg, 1.57, (x) => 0.95 - (x - 1040) / 36, 19) +
        brush("M1042 606C1050 610 1062 610 1070 606", 5, WOOD[0] ?? "", { opacity: 0.6 }) +
        path(oval(1055, 525, 61, 14), "#2c1611") +
        path(disc, "#80482c") +
        grain(disc, 0, (x) => 0.9 - (x - 996) / 130, 20),
      `filter="url(#light-thing)"`,
    ) +
    brush("M997 513C1004 506 1026 503 1052 503", 3.5, "#ffcf8a", { opacity: 0.9 })
  );
}

function castShadow(): string {
  const silhouette =
    "M-140 -290C-110 -340 -60 -400 -10 -400C-20 -480 20 -520 60 -500C110 -480 110 -420 90 -380C140 -330 140 -240 90 -220C160 -180 170 -60 150 20H-60C-100 -100 -80 -200 -140 -290Z";
  return clip(CHAIR_BACK, place(path(silhouette, "#0b1016", `opacity=".6" filter="url(#blur10)"`), 1376, 586, 0, 0.86));
}

function sparks(): string {
  const random = createRandom(5);
  return group(
    Array.from(
      { length: 22 },
      () =>
        `<circle cx="${fixed(850 + random() * 150)}" cy="${fixed(370 + random() * 200)}" r="${fixed(0.8 + random() * 1.5)}" fill="#ffd27a" opacity="${fixed(0.3 + random() * 0.5)}"/>`,
    ).join(""),
    blend("screen"),
  );
}

function nearPlane(): string {
  return (
    group(
      bookPile(
        516,
        700,
        [
          { width: 236, thick: 42, tilt: 0.5, ramp: ["#10080c", "#4a1522", "#c0563a"] },
          { width: 194, thick: 34, tilt: -1.5, ramp: ["#10080c", "#2a3a3c", "#a08a50"] },
          { width: 204, thick: 32, tilt: 2, ramp: ["#10080c", "#6a4222", "#e0a050"] },
        ],
        "#ffb060",
      ),
      `filter="url(#blur2)"`,
    ) +
    group(
      woolBall(1572, 676, 48, ["#2a1408", "#6b3d16", "#b5772a", "#f0c070"], LIGHT, 91) +
        woolBall(1500, 694, 36, ["#1d0710", "#561226", "#93283c", "#e8806a"], LIGHT, 95) +
        brush("M1536 606C1556 640 1574 668 1596 700", 6, "#c9a06a", { profile: (t) => 0.4 + t * 0.6 }),
      `filter="url(#blur2)"`,
    )
  );
}

/** Winter: an evening by the fire. */
export function winter(): string {
  const fireLight = radialAt(FIRE.x, FIRE.y, 620, [
    [0, "#ff9a3c", 0.46],
    [0.35, "#e0661c", 0.22],
    [1, "#802a10", 0],
  ]);
  const vignette = radialAt(
    1080,
    400,
    1000,
    [
      [0.3, "#ffffff"],
      [0.75, "#b89db0"],
      [1, "#6a5678"],
    ],
    0.7,
  );
  const mouse = group(
    tail("M-60 122C-140 168 -226 172 -286 146C-326 126 -334 96 -316 78") +
      reader({ light: LIGHT, jersey: WOOL, book: BOOK, neckwear: scarf(LIGHT), lap: blanket() }),
    `filter="url(#light-figure)"`,
  );
  const lightBasket = relight("light-basket", {
    shade: { dx: 16, dy: 4, blur: 12, color: "#2a1436", opacity: 0.9 },
    key: { dx: -20, dy: -4, blur: 12, color: "#ff9a3c", opacity: 0.5 },
    rim: { dx: -3, dy: 1, blur: 1.4, color: "#ffb060", opacity: 0.8 },
  });
  const lights = [
    lightsFor({ x: -1, y: 0.22, shade: "#3a1a3c", key: "#ff9a3c", rim: "#ffc070", back: "#6f8fd0", strength: 1 }),
    lightBasket,
    relight("light-chair", {
      shade: { dx: -40, dy: 10, blur: 34, color: "#1a1430", opacity: 0.85 },
      key: { dx: 50, dy: -6, blur: 30, color: "#ff9a3c", opacity: 0.5 },
      rim: { dx: 4, dy: 2, blur: 1.6, color: "#ffc070", opacity: 0.6 },
    }),
  ];
  return canvas(
    [
      room(),
      hearth(),
      garland(),
      mantel(),
      floor(),
      glow(684, 616, 100, 18, "#0a0508", 0.8, "multiply"),
      place(group(logBasket([0.8, -0.1, 0.5]), `filter="url(#light-basket)"`), 676, 606, 0, 0.92),
      glow(1560, 400, 340, 430, "#0c060e", 0.8, "multiply"),
      glow(1350, 690, 300, 40, "#0a0508", 0.9, "multiply"),
      chairBack(),
      castShadow(),
      place(mouse, 1298, 566, 0, 0.76),
      chairFront(),
      table(),
      glassAt(1050, 513, 1, RED_WINE, "#ffe6c0"),
      fireLight.defs + everywhere(fireLight.fill, blend("screen")),
      vignette.defs + everywhere(vignette.fill, blend("multiply")),
      nearPlane(),
      sparks(),
    ],
    lights,
    { paper: 0.4, grain: 0.3 },
  );
}
