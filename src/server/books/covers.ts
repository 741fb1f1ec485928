import { LOOK_UP_LIMIT } from "#contract/books.ts";
import { type Actor, type Author, writeAs } from "#server/access/caller.ts";
import { consumeLimit } from "#server/access/limits.ts";
import { imagePath } from "#server/adapters/images.ts";
import type { ExternalSearchResult } from "#server/adapters/isbn.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, fieldError } from "#server/errors.ts";
import { ensureFreeSpace, storeImage } from "#server/storage/stored-files.ts";

type SubmittedCover = { url: string | null | undefined; requireValid: (author: Author) => void };

/** Returns the URL of the stored cover; undefined if none was submitted. @throws AppError, also of `requireValid` */
export async function storeSentCover(
  deps: Deps,
  actor: Actor,
  { url, requireValid }: SubmittedCover,
): Promise<string | null | undefined> {
  if (url === undefined) return undefined;
  if (url === null || url === "") return null;
  if (!url.startsWith("/"))
    return copySubmittedCover(deps, url, () =>
      writeAs(deps, actor, (author) => {
        requireValid(author);
        consumeLimit(deps, author, LOOK_UP_LIMIT);
      }),
    );
  if ((await deps.disk.size(imagePath(url))) !== null) return url;
  throw coverError("This cover isn't on the server anymore. Please upload it again.");
}

/** Copies the cover of a lookup service; null if there is none, or it can't be copied. */
export async function copyCover(
  deps: Deps,
  { coverUrl }: Pick<ExternalSearchResult, "coverUrl">,
): Promise<string | null> {
  const bytes = coverUrl && (await deps.isbn.fetchCover(coverUrl));
  return bytes ? storeImage(deps, bytes, "covers").catch(() => null) : null;
}

async function copySubmittedCover(deps: Deps, url: string, check: () => void): Promise<string> {
  if (!deps.isbn.isCoverAddress(url)) throw coverError("The cover must be one that was uploaded here");
  await ensureFreeSpace(deps, 0);
  check();
  const bytes = await deps.isbn.fetchCover(url);
  const storedCover = bytes && (await storeImage(deps, bytes, "covers").catch(nullIfRejected));
  if (storedCover) return storedCover;
  throw coverError("This cover couldn't be copied. Please upload it instead.");
}

function nullIfRejected(error: unknown): null {
  if (error instanceof AppError && error.code !== "disk-full") return null;
  throw error;
}

function coverError(message: string): AppError {
  return fieldError("/coverImage", message);
}

export async function readSmallCover({ disk, images }: Deps, name: string): Promise<Blob> {
  if ((await disk.size(`covers/${name}`)) === null) throw new AppError("not-found", "There is no such cover.");
  return Bun.file(await images.variant(`covers/${name}`, "small"));
}
