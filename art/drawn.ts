import type { Draw, Picture } from "./pictures.ts";

/** SHA-256 of a picture's recipe (drawing, crop, size, format) and of the file rendered from it. */
export type Drawn = { readonly recipe: string; readonly file: string };

/** The folder that picture paths start from, with a slash at the end. */
export const WEB = new URL("../src/web/", import.meta.url).pathname;

const DRAWN = new URL("drawn.json", import.meta.url).pathname;
const drawings = new Map<Draw, string>();

/** What was drawn, by the picture's path below `src/web`. */
export const readDrawn = (): Promise<Record<string, Drawn>> => Bun.file(DRAWN).json();

/** Writes what was drawn, sorted by path. */
export async function writeDrawn(drawn: Readonly<Record<string, Drawn>>): Promise<void> {
  const sorted = Object.fromEntries(Object.entries(drawn).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  await Bun.write(DRAWN, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** The entry for a picture that was rendered to these bytes. */
export const drawnOf = (picture: Picture, bytes: Uint8Array): Drawn => ({
  recipe: sha256(JSON.stringify(picture, (_key, value: unknown) => (isDraw(value) ? drawingOf(value) : value))),
  file: sha256(bytes),
});

/** Every function in a recipe is a drawing. */
const isDraw = (value: unknown): value is Draw => typeof value === "function";

function drawingOf(draw: Draw): string {
  const known = drawings.get(draw);
  if (known !== undefined) return known;
  // Platforms differ in the last digits of sines and powers, which no pixel shows.
  const drawing = sha256(draw().replaceAll(/(?<!\d)\d+\.\d{4,}/g, (number) => Number(number).toFixed(3)));
  drawings.set(draw, drawing);
  return drawing;
}

const sha256 = (data: string | Uint8Array): string => new Bun.CryptoHasher("sha256").update(data).digest("hex");
