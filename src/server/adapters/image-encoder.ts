import { errorCode } from "#db/errors.ts";
import { AppError } from "#server/errors.ts";

const SIDE_MAX_PX = 1200;
/** JPEGs are decoded at reduced size, others whole at 4 bytes a pixel. */
const JPEG_MAX_PIXELS = 50_000_000;
const OTHER_MAX_PIXELS = 25_000_000;
const COEFFICIENTS_MAX_BYTES = 128 * 1024 * 1024;
/** Each scan passes over the whole image; files have about ten. */
const SCANS_MAX = 64;
const READABLE_FORMATS = new Set(["jpeg", "png", "webp", "gif", "bmp"]);

/** Encodes an image as WebP without metadata. Sandbox only. @throws AppError wrong-type, too-large, invalid */
export async function encodeImage(image: Uint8Array): Promise<Uint8Array> {
  try {
    const { format, width, height } = await new Bun.Image(image, { maxPixels: JPEG_MAX_PIXELS }).metadata();
    if (!READABLE_FORMATS.has(format)) throw wrongTypeError();
    if (format !== "jpeg" && width * height > OTHER_MAX_PIXELS) throw tooManyPixelsError();
    if (format === "jpeg") assertLowDecodingCost(image);
    return await new Bun.Image(image, { maxPixels: JPEG_MAX_PIXELS })
      .resize(SIDE_MAX_PX, SIDE_MAX_PX, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: 82 })
      .bytes();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = errorCode(error);
    if (code === "ERR_IMAGE_TOO_MANY_PIXELS") throw tooManyPixelsError();
    if (code === "ERR_IMAGE_DECODE_FAILED")
      throw new AppError("invalid", "The picture is damaged. Please choose another file.", { cause: error });
    throw wrongTypeError(error);
  }
}

function assertLowDecodingCost(image: Uint8Array): void {
  const { scanCount, coefficientBytes } = jpegCost(image);
  if (coefficientBytes > COEFFICIENTS_MAX_BYTES) throw tooManyPixelsError();
  if (scanCount > SCANS_MAX)
    throw new AppError("invalid", "This JPEG has too many scans. Save it again as a plain JPEG.");
}

function wrongTypeError(cause?: unknown): AppError {
  return new AppError("wrong-type", "This isn't a picture. Send a JPEG, PNG, WebP or GIF.", {
    cause,
  });
}

function tooManyPixelsError(): AppError {
  return new AppError("too-large", "The picture has too many pixels. Send one of at most 25 megapixels.");
}

type JpegCost = { scanCount: number; coefficientBytes: number };

const SCAN_MARKERS = new Set([0xda]);
const FRAME_MARKERS = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);

/** For several scans, libjpeg stores every coefficient, 2 bytes per sample; 0 for a single scan. */
export function jpegCost(bytes: Uint8Array): JpegCost {
  let scanCount = 0;
  let coefficientBytes = 0;
  let at = bytes.indexOf(0xff, 2);
  while (at >= 0 && at + 3 < bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    const hasLength = marker > 1 && marker < 0xff && (marker < 0xd0 || marker > 0xd9);
    if (!hasLength) {
      at = bytes.indexOf(0xff, marker === 0xff ? at + 1 : at + 2);
      continue;
    }
    const segment = bytes.subarray(at + 2, at + 2 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)));
    if (SCAN_MARKERS.has(marker)) scanCount += 1;
    if (FRAME_MARKERS.has(marker)) coefficientBytes = Math.max(coefficientBytes, frameBytes(segment));
    at = bytes.indexOf(0xff, at + 2 + segment.length);
  }
  return { scanCount, coefficientBytes: scanCount > 1 ? coefficientBytes : 0 };
}

/** @param frame from its length field on: length, precision, height, width, count, then 3 bytes per component */
function frameBytes(frame: Uint8Array): number {
  const at = (index: number) => frame[index] ?? 0;
  const pixels = ((at(3) << 8) | at(4)) * ((at(5) << 8) | at(6));
  const factors = Array.from({ length: at(7) }, (_, index) => at(9 + index * 3));
  const maxHorizontal = Math.max(1, ...factors.map((factor) => factor >> 4));
  const maxVertical = Math.max(1, ...factors.map((factor) => factor & 15));
  const samplesPerPixel = factors.reduce(
    (sum, factor) => sum + ((factor >> 4) * (factor & 15)) / (maxHorizontal * maxVertical),
    0,
  );
  return Math.ceil(pixels * samplesPerPixel * 2);
}
