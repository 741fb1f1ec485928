/** Pixels: twice a cover on the shelf. */
const [SMALL_WIDTH, SMALL_HEIGHT] = [480, 720];
/** Pixels: the least that podcast directories take. */
const SIDE = 1400;
/** Pixels: for lists of books on small screens. */
const THUMBNAIL = 320;

/** A cover for lists, for a catalog and its lists, and for podcast apps, with the ending of its format. */
export const VARIANTS = { small: "webp", catalog: "jpg", thumbnail: "jpg", square: "jpg" } as const;
export type Variant = keyof typeof VARIANTS;

export function isVariant(name: string): name is Variant {
  return Object.hasOwn(VARIANTS, name);
}

/** Draws a variant of a stored picture. Sandbox only. */
export async function drawVariant(variant: Variant, path: string): Promise<Uint8Array> {
  if (variant === "square") return squareCover(path);
  if (variant === "catalog")
    return new Bun.Image(path).resize(SIDE, SIDE, { fit: "inside" }).jpeg({ quality: 85 }).bytes();
  if (variant === "thumbnail")
    return new Bun.Image(path).resize(THUMBNAIL, THUMBNAIL, { fit: "inside" }).jpeg({ quality: 80 }).bytes();
  return new Bun.Image(path)
    .resize(SMALL_WIDTH, SMALL_HEIGHT, { fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80 })
    .bytes();
}

/** In the middle of a square of its own average color: podcast apps cut off what isn't square. */
async function squareCover(path: string): Promise<Uint8Array> {
  const cover = await pixelsOf(new Bun.Image(path).resize(SIDE, SIDE, { fit: "inside" }));
  const average = await pixelsOf(new Bun.Image(path).resize(1, 1));
  const square = Buffer.alloc(SIDE * SIDE * 4, average.data);
  const row = cover.width * 4;
  const [left, top] = [(SIDE - cover.width) >> 1, (SIDE - cover.height) >> 1];
  for (let y = 0; y < cover.height; y += 1)
    square.set(cover.data.subarray(y * row, (y + 1) * row), ((top + y) * SIDE + left) * 4);
  const { encode } = await import("fast-png");
  const png = encode({ width: SIDE, height: SIDE, data: square }, { zlib: { level: 0 } });
  return new Bun.Image(png).jpeg({ quality: 85 }).bytes();
}

/** Red, green, blue and opacity, which Bun.Image gives only as a file. */
async function pixelsOf(image: Bun.Image) {
  const { decode } = await import("fast-png");
  const { width, height, data } = decode(await image.png({ compressionLevel: 0 }).bytes());
  return { width, height, data: new Uint8Array(data) };
}
