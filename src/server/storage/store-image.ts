import type { PictureFolder } from "#server/adapters/images.ts";
import type { Deps } from "#server/deps.ts";

import { ensureFreeSpace } from "./stored-files.ts";

/**
 * The only way to a new picture: re-encoded, and never past the disk's reserve. @param picture its bytes, or a path
 * @returns its address @throws AppError busy, wrong-type, too-large, invalid, disk-full
 */
export async function storePicture(
  deps: Deps,
  picture: Uint8Array | string,
  folder: PictureFolder,
  signal?: AbortSignal,
): Promise<string> {
  deps.disk.requireFolder(folder);
  await ensureFreeSpace(deps, 0);
  return deps.pictures.store(picture, folder, signal);
}
