const [SMALL_WIDTH_PX, SMALL_HEIGHT_PX] = [480, 720];
/** The minimum of podcast directories. */
const SIDE_PX = 1400;
const THUMBNAIL_PX = 320;

export const VARIANTS = { small: "webp", catalog: "jpg", thumbnail: "jpg", square: "jpg" } as const;
export type Variant = keyof typeof VARIANTS;

export function isVariant(name: string): name is Variant {
  return Object.hasOwn(VARIANTS, name);
}

export async function drawVariant(variant: Variant, path: string): Promise<Uint8Array> {
  if (variant === "square") return drawSquareCover(path);
  if (variant === "catalog")
    return new Bun.Image(path).resize(SIDE_PX, SIDE_PX, { fit: "inside" }).jpeg({ quality: 85 }).bytes();
  if (variant === "thumbnail")
    return new Bun.Image(path).resize(THUMBNAIL_PX, THUMBNAIL_PX, { fit: "inside" }).jpeg({ quality: 80 }).bytes();
  return new Bun.Image(path)
    .resize(SMALL_WIDTH_PX, SMALL_HEIGHT_PX, { fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80 })
    .bytes();
}

/** Centers it in a square of its average color, because podcast apps crop to a square. */
async function drawSquareCover(path: string): Promise<Uint8Array> {
  const cover = await readPixels(new Bun.Image(path).resize(SIDE_PX, SIDE_PX, { fit: "inside" }));
  const averageColor = await readPixels(new Bun.Image(path).resize(1, 1));
  const squarePixels = Buffer.alloc(SIDE_PX * SIDE_PX * 4, averageColor.data);
  const row = cover.width * 4;
  const [left, top] = [(SIDE_PX - cover.width) >> 1, (SIDE_PX - cover.height) >> 1];
  for (let y = 0; y < cover.height; y += 1)
    squarePixels.set(cover.data.subarray(y * row, (y + 1) * row), ((top + y) * SIDE_PX + left) * 4);
  const { encode } = await import("fast-png");
  const png = encode({ width: SIDE_PX, height: SIDE_PX, data: squarePixels }, { zlib: { level: 0 } });
  return new Bun.Image(png).jpeg({ quality: 85 }).bytes();
}

/** RGBA pixels, which Bun.Image returns only in a file. */
async function readPixels(image: Bun.Image) {
  const { decode } = await import("fast-png");
  const { width, height, data } = decode(await image.png({ compressionLevel: 0 }).bytes());
  return { width, height, data: new Uint8Array(data) };
}
