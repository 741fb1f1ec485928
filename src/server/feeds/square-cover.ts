import { decode, encode } from "fast-png";

/** Pixels: the least that podcast directories take. */
const SIDE = 1400;

/** A cover in the middle of a square of its own average color, as JPEG: podcast apps cut off what isn't square. */
export async function squareCover(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const cover = await pixelsOf(new Bun.Image(path).resize(SIDE, SIDE, { fit: "inside" }));
  const average = await pixelsOf(new Bun.Image(path).resize(1, 1));
  const square = Buffer.alloc(SIDE * SIDE * 4, average.data);
  const row = cover.width * 4;
  const [left, top] = [(SIDE - cover.width) >> 1, (SIDE - cover.height) >> 1];
  for (let y = 0; y < cover.height; y += 1)
    square.set(cover.data.subarray(y * row, (y + 1) * row), ((top + y) * SIDE + left) * 4);
  const png = encode({ width: SIDE, height: SIDE, data: square }, { zlib: { level: 0 } });
  return new Uint8Array(await new Bun.Image(png).jpeg({ quality: 85 }).bytes());
}

/** Red, green, blue and opacity, which Bun.Image gives only as a file. */
async function pixelsOf(image: Bun.Image) {
  const { width, height, data } = decode(await image.png({ compressionLevel: 0 }).bytes());
  return { width, height, data: new Uint8Array(data) };
}
