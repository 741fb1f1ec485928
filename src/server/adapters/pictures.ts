import { AppError } from "#server/http/errors.ts";

import type { Disk } from "./disk.ts";

/** Longest side of a stored picture, in pixels. */
const SIDE_MAX = 1200;
/** Pixels that are decoded: a JPEG is read at a fraction of its size, others whole at 4 bytes a pixel. */
const JPEG_MAX_PIXELS = 50_000_000;
const OTHER_MAX_PIXELS = 25_000_000;
const READABLE = new Set(["jpeg", "png", "webp", "gif", "bmp"]);

const STORED = /^\/api\/(?:covers|avatars)\/[0-9a-f]{64}\.webp$/;

export type PictureFolder = "covers" | "avatars";

export type Pictures = ReturnType<typeof createPictures>;

/** Covers and photos: stored re-encoded under the hash of their content (DESIGN 3). */
export function createPictures(disk: Disk) {
  let last: Promise<unknown> = Promise.resolve();
  return {
    /**
     * Decodes a picture, encodes it anew as WebP (EXIF, GPS and anything hidden go) and stores it.
     * @param picture bytes, or the absolute path of a file of our own
     * @returns its address on our server
     * @throws AppError wrong-type for what is no picture (SVG and web pages included), too-large, disk-full
     */
    store: async (picture: Uint8Array | string, folder: PictureFolder): Promise<string> => {
      // one at a time, so that many pictures at once cost the memory of one
      const encoded = last.then(() => encode(picture));
      last = encoded.catch(() => {});
      const bytes = await encoded;
      const received = await disk.receive(once(bytes), { maxBytes: bytes.length });
      await disk.install(received, `${folder}/${received.sha256}.webp`);
      return `/api/${folder}/${received.sha256}.webp`;
    },

    /** Starts the waiting time of a picture that a row has just let go of; another row may still name it. */
    retire: async (address: string | null, now: Date): Promise<void> => {
      if (address !== null && STORED.test(address)) await disk.retire(picturePath(address), now);
    },
  };
}

/** Path below STORAGE_DIR of a stored picture's address, e.g. `covers/<sha256>.webp`. */
export function picturePath(address: string): string {
  return address.replace(/^\/api\//, "");
}

async function encode(picture: Uint8Array | string): Promise<Uint8Array> {
  try {
    const { format, width, height } = await new Bun.Image(picture, { maxPixels: JPEG_MAX_PIXELS }).metadata();
    if (!READABLE.has(format)) throw wrongType();
    if (format !== "jpeg" && width * height > OTHER_MAX_PIXELS) throw tooManyPixels();
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

function wrongType(cause?: unknown): AppError {
  return new AppError("wrong-type", "This is not a picture that can be shown. Send a JPEG, PNG, WebP or GIF.", {
    cause,
  });
}

function tooManyPixels(): AppError {
  return new AppError("too-large", "The picture has too many pixels. Send one of at most 25 megapixels.");
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
