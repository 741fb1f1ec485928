import { inflateSync } from "node:zlib";

/** Pixels: the least that podcast directories take. */
const SIDE = 1400;
const HEADER = 54;

type Pixels = { width: number; height: number; rgba: Uint8Array };

/** A cover in the middle of a square of its own average color, as JPEG: podcast apps cut off what isn't square. */
export async function squareCover(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const cover = await pixelsOf(new Bun.Image(path).resize(SIDE, SIDE, { fit: "inside" }));
  const { rgba: ground } = await pixelsOf(new Bun.Image(path).resize(1, 1));
  return new Uint8Array(await new Bun.Image(centered(cover, ground)).jpeg({ quality: 85 }).bytes());
}

/** Bun.Image gives raw pixels only as an uncompressed, unfiltered PNG. */
async function pixelsOf(image: Bun.Image): Promise<Pixels> {
  const png = Buffer.from(await image.png({ compressionLevel: 0 }).bytes());
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const data: Buffer[] = [];
  for (let at = 8, length = 0; at < png.length; at += length + 12) {
    length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") data.push(png.subarray(at + 8, at + 8 + length));
  }
  const rows = inflateSync(Buffer.concat(data));
  const rgba = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    const start = row * (width * 4 + 1);
    if (rows[start] !== 0) throw new Error("A row of the picture is filtered");
    rgba.set(rows.subarray(start + 1, start + 1 + width * 4), row * width * 4);
  }
  return { width, height, rgba };
}

/** A BMP: 24 bits per pixel in the order blue, green, red, bottom row first. */
function centered({ width, height, rgba }: Pixels, [red = 0, green = 0, blue = 0]: Uint8Array): Buffer {
  const bmp = Buffer.alloc(HEADER + SIDE * SIDE * 3, Buffer.from([blue, green, red]));
  bmp.fill(0, 0, HEADER);
  bmp.write("BM", 0);
  bmp.writeUInt32LE(bmp.length, 2);
  bmp.writeUInt32LE(HEADER, 10);
  bmp.writeUInt32LE(40, 14);
  bmp.writeInt32LE(SIDE, 18);
  bmp.writeInt32LE(SIDE, 22);
  bmp.writeUInt16LE(1, 26);
  bmp.writeUInt16LE(24, 28);
  const [left, top] = [(SIDE - width) >> 1, (SIDE - height) >> 1];
  for (let row = 0; row < height; row += 1) {
    let to = HEADER + ((SIDE - 1 - top - row) * SIDE + left) * 3;
    for (let from = row * width * 4; from < (row + 1) * width * 4; from += 4, to += 3) {
      const [r = 0, g = 0, b = 0] = [rgba[from], rgba[from + 1], rgba[from + 2]];
      bmp[to] = b;
      bmp[to + 1] = g;
      bmp[to + 2] = r;
    }
  }
  return bmp;
}
