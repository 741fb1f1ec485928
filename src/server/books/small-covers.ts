import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

/** Pixels: twice a cover on the shelf. */
const [WIDTH, HEIGHT] = [480, 720];

/** A stored cover for lists; made on first use and kept in `tmp/` until the next start. @throws AppError 'not-found' */
export async function readSmallCover({ disk }: Deps, name: string): Promise<Blob> {
  const cover = `covers/${name}`;
  if ((await disk.size(cover)) === null) throw new AppError("not-found", "There is no such cover.");
  const path = `tmp/${process.pid}-small-${name}`;
  const known = Bun.file(disk.absolute(path));
  if (await known.exists()) return known;
  const made = await new Bun.Image(disk.absolute(cover))
    .resize(WIDTH, HEIGHT, { fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80 })
    .bytes();
  // a full disk only means that the next caller makes it again
  await disk
    .receive([made], { maxBytes: made.length })
    .then((file) => disk.install(file, path))
    .catch(() => undefined);
  return new Blob([new Uint8Array(made)]);
}
