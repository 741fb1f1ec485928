import type { Ramp } from "../kit/color.ts";
import { brush, daub } from "../kit/stroke.ts";
import { path, place } from "../kit/svg.ts";

type PiledBook = { readonly width: number; readonly thick: number; readonly tilt: number; readonly ramp: Ramp };

function lying({ width: w, thick: t, ramp }: PiledBook, edge: string, seed: number): string {
  const d = `M0 ${-t}C${w * 0.3} ${-t - 3} ${w * 0.7} ${-t - 2} ${w} ${-t}C${w + 7} ${-t * 0.7} ${w + 7} ${-t * 0.3} ${w} 0C${w * 0.6} 2 ${w * 0.3} 2 0 0C-5 ${-t * 0.3} -5 ${-t * 0.7} 0 ${-t}Z`;
  return (
    path(d, ramp[1] ?? "") +
    daub(d, {
      count: 220,
      length: 30,
      width: 3,
      flow: 0.02,
      shade: (x, y) => 0.15 + (x / w) * 0.6 - (y + t) / t / 5,
      ramp,
      seed,
      opacity: 0.6,
      angleJitter: 0.06,
    }) +
    brush(`M${w - 2} ${2 - t}C${w + 6} ${-t * 0.7} ${w + 6} ${-t * 0.3} ${w - 2} -2`, 5, edge, { opacity: 0.9 }) +
    brush(`M${w * 0.3} ${-t}L${w} ${1 - t}`, 3, edge, { opacity: 0.6 })
  );
}

/** A pile, bottom book first, lower left corner at (x, y), lit from the right. */
export function bookPile(x: number, y: number, books: readonly PiledBook[], edge: string): string {
  let base = y;
  return books
    .map((book, i) => {
      const drawn = place(lying(book, edge, i + 60), x + i * 13, base, book.tilt);
      base -= book.thick;
      return drawn;
    })
    .join("");
}
