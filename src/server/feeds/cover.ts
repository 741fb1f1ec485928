import type { Book } from "#contract/books.ts";
import { picturePath } from "#server/adapters/pictures.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/http/errors.ts";

/** Pixels that podcast directories require. */
const SIDE = 1400;

/** The cover as JPEG, which every app shows. @throws AppError 'not-found' */
export async function coverAsJpeg({ disk }: Deps, book: Book): Promise<Uint8Array<ArrayBuffer>> {
  const path = book.coverImage && picturePath(book.coverImage);
  if (!path || (await disk.size(path)) === null) throw new AppError("not-found", "This book has no cover.");
  const jpeg = new Bun.Image(disk.absolute(path)).resize(SIDE, SIDE, { fit: "inside" }).jpeg({ quality: 85 });
  return new Uint8Array(await jpeg.bytes());
}
