import { mix } from "../../kit/color.ts";
import { around, createRandom, pick } from "../../kit/random.ts";
import { blob } from "../../kit/shape.ts";
import { brush, daub, profiles } from "../../kit/stroke.ts";
import { clip, fixed, glow, group, linear, painted, path } from "../../kit/svg.ts";
import { CURTAIN, WALL, warmth } from "./palette.ts";

const SPINES = ["#5a2832", "#3d3040", "#5e4430", "#3f4238", "#63352a", "#4a3a2c"] as const;

/** A book on the shelf, slightly tilted, one edge lit by the fire. */
function spine(x: number, y: number, width: number, height: number, lean: number, color: string, band: boolean) {
  const top = x + lean;
  const d = blob(
    [
      [x, y],
      [x, y],
      [x + 0.6, y - height * 0.5],
      [top, y - height],
      [top, y - height],
      [top + width * 0.5, y - height - 2.5],
      [top + width, y - height],
      [top + width, y - height],
      [x + width + 0.8, y - height * 0.5],
      [x + width, y],
      [x + width, y],
    ],
    0.12,
  );
  const warm = warmth(x, y);
  const edge = brush(
    `M${fixed(top + width - 2.5)} ${fixed(y - height + 2)}L${fixed(x + width - 2)} ${fixed(y - 2)}`,
    2.4,
    "#e08a4a",
    { opacity: 0.1 + warm * 0.8 },
  );
  const bands = band
    ? [0.82, 0.75, 0.2]
        .map((t) =>
          brush(
            `M${fixed(x + lean * t + 1)} ${fixed(y - height * t)}L${fixed(x + lean * t + width - 1)} ${fixed(y - height * t)}`,
            1.8,
            "#b98a4a",
            { opacity: 0.3, profile: profiles.even },
          ),
        )
        .join("")
    : "";
  return path(d, color) + edge + bands;
}

function row(y: number, seed: number): string {
  const random = createRandom(seed);
  let books = "";
  let x = -16 + random() * 12;
  while (x < 486) {
    const width = 13 + random() * 21;
    const height = 78 + random() * 48;
    const kind = random();
    const color = mix(pick(random, SPINES), "#8a4e30", warmth(x, y) * 0.8);
    if (kind < 0.05) x += width;
    else if (kind < 0.16) {
      for (let i = 0; i < 3; i++)
        books += brush(
          `M${fixed(x + around(random, 4))} ${y - 9 - i * 17}L${fixed(x + 74 + around(random, 6))} ${y - 9 - i * 17}`,
          16,
          mix(pick(random, SPINES), "#8a4e30", warmth(x, y)),
          { profile: profiles.even, jitter: 0.05, points: 4 },
        );
      x += 84;
    } else {
      books += spine(x, y, width, height, kind > 0.86 ? 9 + random() * 7 : around(random, 2.6), color, random() < 0.5);
      x += width + 1.5 + (kind > 0.86 ? 10 : 0);
    }
  }
  return books;
}

function shelf(): string {
  const boards = [148, 298, 452, 604].map((y, i) => {
    const bend = i % 2 ? 4 : -3;
    return (
      row(y, 31 + i) +
      brush(`M-40 ${y + 6}Q240 ${y + 6 + bend} 524 ${y + 4}`, 13, "#2c1815", { profile: profiles.even, jitter: 0.04 }) +
      brush(`M-40 ${y + 1}Q240 ${y + 1 + bend} 524 ${y - 1}`, 2.4, "#8a5030", { profile: profiles.even, opacity: 0.45 })
    );
  });
  const side = "M500 -40C506 160 502 420 508 650L530 650C526 420 530 160 524 -40Z";
  return group(
    path("M-60 -60H514C518 200 512 420 516 660H-60Z", "#1f1118") +
      boards.join("") +
      path(side, "#341b16") +
      brush("M524 -20C530 200 526 420 530 640", 3, "#a8623a", { opacity: 0.5 }),
    `filter="url(#far)"`,
  );
}

function snow(): string {
  const random = createRandom(12);
  return Array.from(
    { length: 90 },
    () =>
      `<circle cx="${fixed(556 + random() * 170)}" cy="${fixed(60 + random() * 280)}" r="${fixed(0.7 + random() * 2.2)}" fill="#eaf2ff" opacity="${fixed(0.25 + random() * 0.6)}"/>`,
  ).join("");
}

function fir(x: number, y: number, size: number, color: string): string {
  const tier = (top: number, half: number) =>
    `M${x} ${y - size * top}Q${x + half * size * 0.3} ${y - size * (top - 0.16)} ${x + half * size} ${y - size * (top - 0.4)}Q${x} ${y - size * (top - 0.33)} ${x - half * size} ${y - size * (top - 0.4)}Q${x - half * size * 0.3} ${y - size * (top - 0.16)} ${x} ${y - size * top}Z`;
  return [0.45, 0.72, 1]
    .map(
      (top, i) =>
        path(tier(top, 0.34 - i * 0.08), color) +
        path(
          tier(top, 0.34 - i * 0.08),
          "#dfe8f5",
          `opacity=".3" transform="translate(${-size * 0.03} ${-size * 0.04})"`,
        ),
    )
    .join("");
}

const SASH = "M556 336C554 240 560 160 558 110C562 66 600 46 642 44C686 46 722 66 726 110C724 170 728 250 726 336Z";

function landscape(): string {
  const night = linear([
    [0, "#131f3a"],
    [0.6, "#34507f"],
    [1, "#6a86ac"],
  ]);
  return (
    painted(SASH, night) +
    glow(690, 118, 70, 70, "#c9d6f0", 0.6) +
    `<circle cx="690" cy="118" r="17" fill="#f3ead0"/><circle cx="684" cy="113" r="4" fill="#d9cdb0" opacity=".6"/><circle cx="695" cy="124" r="3" fill="#d9cdb0" opacity=".6"/>` +
    group(
      path("M540 304C590 270 620 284 650 264C690 246 710 264 744 258V344H540Z", "#51698c") +
        fir(596, 300, 52, "#22344f") +
        fir(624, 296, 36, "#2b4060") +
        path("M540 322C600 298 640 308 744 292V350H540Z", "#8ea5c4"),
      `filter="url(#drawnSmall)"`,
    ) +
    brush("M664 288L664 274", 9, "#2a3a58", { profile: profiles.even }) +
    path("M656 276L664 266L673 276Z", "#e8eefa") +
    `<circle cx="664" cy="282" r="2" fill="#ffd27a"/>` +
    snow()
  );
}

/** A curtain, tied back at the side. */
function curtain(points: readonly (readonly [number, number])[], seed: number, left: number): string {
  const d = blob(points, 0.16);
  return clip(
    d,
    path(d, "#521724") +
      daub(d, {
        count: 460,
        length: 42,
        width: 3.4,
        flow: (x, y) => 1.52 + (x - left) * 0.002 * Math.sin(y / 90),
        shade: (x, y) => 0.3 + 0.32 * Math.sin((x - left) * 0.4 + Math.sin(y / 70)) + warmth(x, y) * 0.4,
        ramp: CURTAIN,
        seed,
        opacity: 0.5,
        angleJitter: 0.06,
      }),
  );
}

function windowOnSnow(): string {
  const frame = { profile: profiles.even, jitter: 0.06 };
  return (
    path(
      "M544 350C542 240 546 150 546 106C552 50 596 32 642 30C690 32 734 52 738 106C736 160 740 250 738 350Z",
      "#2a1613",
    ) +
    clip(SASH, landscape()) +
    brush("M642 44C640 150 644 250 642 336", 8, "#2a1613", frame) +
    brush("M556 190C610 186 680 194 728 189", 8, "#2a1613", frame) +
    path("M556 338V326C590 312 640 324 660 328C690 318 712 322 727 328V338Z", "#dfe8f5") +
    brush("M532 346C600 342 690 350 752 345", 17, "#3d211c", frame) +
    brush("M532 339C600 335 690 343 752 338", 3, "#8a5a3c", { profile: profiles.even, opacity: 0.8 }) +
    curtain(
      [
        [514, 24],
        [514, 24],
        [560, 34],
        [572, 78],
        [566, 150],
        [546, 226],
        [534, 262],
        [550, 300],
        [552, 362],
        [552, 362],
        [512, 364],
        [512, 364],
        [512, 200],
      ],
      71,
      514,
    ) +
    curtain(
      [
        [770, 24],
        [770, 24],
        [726, 34],
        [714, 78],
        [720, 150],
        [738, 226],
        [750, 262],
        [736, 300],
        [732, 362],
        [732, 362],
        [772, 366],
        [772, 366],
        [774, 200],
      ],
      72,
      714,
    ) +
    brush("M528 266C538 258 548 256 556 258", 7, "#c9974a", { opacity: 0.8 }) +
    brush("M756 266C746 258 738 256 732 258", 7, "#d9a75a", { opacity: 0.9 }) +
    brush("M500 30C590 22 690 26 786 32", 9, "#4a2a1c", frame) +
    brush("M500 27C590 19 690 23 786 29", 2.5, "#b5763c", { opacity: 0.7 })
  );
}

/** The far plane: wall, books, snow outside. Its range of values is kept low for the tagline's contrast. */
export function room(): string {
  const wall = linear(
    [
      [0, "#1a0e13"],
      [0.5, "#3a2020"],
      [0.75, "#2f1a1c"],
      [1, "#170d12"],
    ],
    [0, 0, 1, 0],
  );
  const all = "M-60 -60H1660V620H-60Z";
  return (
    painted(all, wall) +
    daub("M0 0H1600V610H0Z", {
      count: 1500,
      length: 70,
      width: 14,
      flow: 1.5,
      shade: (x, y) => 0.12 + warmth(x, y) * 0.75,
      ramp: WALL,
      seed: 2,
      opacity: 0.16,
      angleJitter: 0.2,
    }) +
    shelf() +
    windowOnSnow() +
    glow(641, 230, 240, 270, "#5a7ab8", 0.3)
  );
}
