import { brush } from "../kit/stroke.ts";

/** The tail along a line, root first: dark below, light on top, thin at the end. */
export function tail(d: string, light: string = "#f6c9ac"): string {
  const taper = (t: number) => (0.2 + 0.8 * (1 - t)) * Math.min(1, (1 - t) * 9);
  return (
    brush(d, 17, "#6f3634", { profile: taper, jitter: 0.03, points: 60 }) +
    brush(d, 14, "#c27f73", {
      profile: (t) => taper(t) * 0.95,
      jitter: 0.03,
      points: 60,
      attributes: `transform="translate(-1 -1.5)"`,
    }) +
    brush(d, 5, light, {
      profile: taper,
      jitter: 0.05,
      points: 60,
      opacity: 0.8,
      attributes: `transform="translate(-2 -4)"`,
    })
  );
}
