import { brush } from "../kit/stroke.ts";
import { radial } from "../kit/svg.ts";
import { MOUTH } from "./palette.ts";

const skin = radial(
  [
    [0, "#f7b3a6"],
    [0.5, "#c0605f"],
    [1, "#6b2a35"],
  ],
  [0.35, 0.3, 0.8],
);

const WHISKERS = [
  "M-92 44C-54 34 -10 36 34 50",
  "M-88 50C-54 56 -22 68 6 90",
  "M-104 48C-126 56 -150 68 -170 90",
  "M-102 44C-130 44 -160 50 -190 64",
];

const DOTS = [
  [-102, 44],
  [-93, 51],
  [-87, 42],
  [-99, 57],
];

/** A light line on a dark one shows up against any background. */
function whisker(d: string, seed: number): string {
  const profile = (t: number) => (1 - t) * 0.9 + 0.12;
  return (
    brush(d, 2.8, "#5a3528", { profile, opacity: 0.62, seed, jitter: 0, attributes: `transform="translate(.6 1.3)"` }) +
    brush(d, 2, "#fff3da", { profile, opacity: 0.9, seed, jitter: 0 })
  );
}

export function muzzle(): string {
  const smile = (t: number) => 0.35 + 0.65 * Math.sin(Math.PI * t);
  const dots = DOTS.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="1.7" fill="#6a4535" opacity=".7"/>`).join("");
  return (
    skin.defs +
    `<g transform="translate(-20 10)"><path d="M-124 30C-124 20 -112 16 -104 20C-98 26 -102 38 -112 40C-120 40 -124 36 -124 30Z" fill="${skin.fill}"/><ellipse cx="-114" cy="25" rx="4" ry="2.6" fill="#fff3e6" opacity=".9" transform="rotate(-20 -114 25)"/></g>` +
    brush("M-130 51C-127 59 -118 65 -106 68C-93 70 -80 67 -69 56", 3.6, MOUTH, { profile: smile, opacity: 0.92 }) +
    brush("M-73 61C-68 58 -65 53 -65 47", 2.6, MOUTH, { opacity: 0.75 }) +
    brush("M-112 74C-104 77 -96 77 -90 75", 2, MOUTH, { opacity: 0.35 }) +
    dots +
    WHISKERS.map((d, i) => whisker(d, i + 1)).join("")
  );
}
