import { readFileSync } from "node:fs";

import type { RenderedImage } from "./images.ts";

/** The folder that image paths start from, with a slash at the end. */
export const WEB_FOLDER = new URL("../src/web/", import.meta.url).pathname;
/** The folder that paths of drawings start from, with a slash at the end. */
export const ART_FOLDER = new URL("./", import.meta.url).pathname;

const HASHES_FILE = new URL("drawn.json", import.meta.url).pathname;

/** The drawing's SVG, by its path from `art`. */
export const readDrawing = (path: string): string => readFileSync(ART_FOLDER + path, "utf8");

/** The hash that each image had when it was rendered, by its path below `src/web`. */
export const readRenderedHashes = (): Promise<Record<string, string>> => Bun.file(HASHES_FILE).json();

/** Writes what was drawn, sorted by path. */
export async function writeRenderedHashes(hashes: Readonly<Record<string, string>>): Promise<void> {
  const sortedHashes = Object.fromEntries(Object.entries(hashes).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  await Bun.write(HASHES_FILE, `${JSON.stringify(sortedHashes, null, 2)}\n`);
}

/** SHA-256 of an image's drawing, crop, size, format and the file rendered from them. */
export const hashRendering = (image: RenderedImage, bytes: Uint8Array, read = readDrawing): string =>
  new Bun.CryptoHasher("sha256")
    .update(JSON.stringify(image, (key, value) => (key === "drawing" ? read(String(value)) : value)))
    .update(bytes)
    .digest("hex");
