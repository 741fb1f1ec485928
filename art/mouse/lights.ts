import { relight } from "../kit/light.ts";

export type Lamp = {
  /** where the lamp is, seen from the figure: -1 to 1, x right, y down */
  readonly x: number;
  readonly y: number;
  /** shade, wash and edge colors */
  readonly shade: string;
  readonly key: string;
  readonly rim: string;
  /** cool edge on the dark side, from a window or the sky */
  readonly back: string;
  readonly strength: number;
  /** how strongly the lamp tints colors: 1 by a fire, less in daylight */
  readonly wash?: number;
};

/** The filters `light-figure`, `light-head`, `light-part` and `light-thing` for one lamp. */
export function lightsFor({ x, y, shade, key, rim, back, strength, wash = 1 }: Lamp): string {
  const filter = (id: string, reach: number, edge: number, edgeBlur: number, k: number, behind: number) =>
    relight(id, {
      shade: { dx: x * reach, dy: y * reach, blur: reach * 0.66, color: shade, opacity: strength * k },
      key: {
        dx: -x * reach * 1.4,
        dy: -y * reach * 1.4,
        blur: reach * 0.8,
        color: key,
        opacity: 0.6 * strength * wash * k,
      },
      rim: { dx: -x * edge, dy: -y * edge, blur: edgeBlur, color: rim, opacity: 0.9 * strength },
      back: { dx: x * 4, dy: -2.5, blur: 2, color: back, opacity: behind },
    });
  return (
    filter("light-figure", 46, 6, 1.6, 0.9, 0.34) +
    filter("light-head", 32, 4, 1.6, 0.6, 0) +
    filter("light-part", 19, 4, 1.4, 0.6, 0) +
    filter("light-thing", 14, 3, 1.2, 0.85, 0.2)
  );
}
