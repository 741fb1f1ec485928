import { oval } from "../../kit/shape.ts";
import { brush } from "../../kit/stroke.ts";
import { line, path, place } from "../../kit/svg.ts";

/** A bookworm reading over the top of the page: one to discover. */
export function bookworm(x: number, y: number): string {
  const ring = (cx: number) =>
    `<circle cx="${cx}" cy="-25" r="4.6" fill="#ffffff" fill-opacity=".35" stroke="#4c2f12" stroke-width="1.4"/>`;
  return place(
    brush("M2 8C6 -4 -3 -10 1 -22", 15, "#6d9a3c", { profile: (t) => 0.86 + 0.14 * Math.sin(t * 9), jitter: 0.02 }) +
      path(oval(1, -25, 10, 9.5), "#8fbd4e") +
      path(oval(-2.5, -28, 5, 4), "#d2e88a", `opacity=".7"`) +
      line("M-5 -4C0 -2 4 -2 8 -4M-6 -11C-2 -9 2 -9 6 -11", "#4f7a2c", 1.2, `opacity=".6"`) +
      line("M-3 -33C-5 -38 -8 -39 -9 -41M5 -33C7 -38 10 -38 11 -40", "#4f7a2c", 1.3) +
      `<circle cx="-9.5" cy="-41.5" r="1.6" fill="#8f2238"/><circle cx="11.5" cy="-40.5" r="1.6" fill="#8f2238"/>` +
      ring(-3) +
      ring(7) +
      line("M1.5 -25H2.5", "#4c2f12", 1.4) +
      `<circle cx="-1.8" cy="-24" r="1.7" fill="#190c0b"/><circle cx="8" cy="-24" r="1.7" fill="#190c0b"/>` +
      line("M-1 -19Q3 -16.5 7 -19", "#3d5a20", 1.3),
    x,
    y,
    4,
    1.05,
  );
}
