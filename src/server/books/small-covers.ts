import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

/** A stored cover for lists. @throws AppError 'not-found' */
export async function readSmallCover({ disk, pictures }: Deps, name: string): Promise<Blob> {
  if ((await disk.size(`covers/${name}`)) === null) throw new AppError("not-found", "There is no such cover.");
  return Bun.file(await pictures.variant(`covers/${name}`, "small"));
}
