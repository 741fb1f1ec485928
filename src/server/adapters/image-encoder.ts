import { AppError } from "#server/errors.ts";

import { jpegCost } from "./jpeg.ts";

const SIDE_MAX = 1200;
/** JPEGs are decoded at reduced size, others whole at 4 bytes a pixel. */
const JPEG_MAX_PIXELS = 50_000_000;
const OTHER_MAX_PIXELS = 25_000_000;
/** A progressive 40-megapixel photo needs 120 MB. */
const COEFFICIENTS_MAX_BYTES = 128 * 1024 * 1024;
/** Usually about ten; each passes over the whole picture. */
const SCANS_MAX = 64;
const READABLE = new Set(["jpeg", "png", "webp", "gif", "bmp"]);

/** As WebP up to 1200 pixels, without metadata. Sandbox only. @throws AppError wrong-type, too-large, invalid */
export async function encodePicture(picture: Uint8Array): Promise<Uint8Array> {
  try {
    const { format, width, height } = await new Bun.Image(picture, { maxPixels: JPEG_MAX_PIXELS }).metadata();
    if (!READABLE.has(format)) throw wrongType();
    if (format !== "jpeg" && width * height > OTHER_MAX_PIXELS) throw tooManyPixels();
    if (format === "jpeg") assertCheap(picture);
    return await new Bun.Image(picture, { maxPixels: JPEG_MAX_PIXELS })
      .resize(SIDE_MAX, SIDE_MAX, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: 82 })
      .bytes();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ERR_IMAGE_TOO_MANY_PIXELS") throw tooManyPixels();
    if (code === "ERR_IMAGE_DECODE_FAILED")
      throw new AppError("invalid", "The picture is damaged. Please choose another file.", { cause: error });
    throw wrongType(error);
  }
}

function assertCheap(picture: Uint8Array): void {
  const { scans, coefficientBytes } = jpegCost(picture);
  if (coefficientBytes > COEFFICIENTS_MAX_BYTES) throw tooManyPixels();
  if (scans > SCANS_MAX) throw new AppError("invalid", "This JPEG has too many scans. Save it again as a plain JPEG.");
}

function wrongType(cause?: unknown): AppError {
  return new AppError("wrong-type", "This isn't a picture. Send a JPEG, PNG, WebP or GIF.", {
    cause,
  });
}

function tooManyPixels(): AppError {
  return new AppError("too-large", "The picture has too many pixels. Send one of at most 25 megapixels.");
}
