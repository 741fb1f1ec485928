import { LOOK_UP_LIMIT } from "#contract/books.ts";
import { type Actor, type Author, writeAs } from "#server/access/caller.ts";
import { consumeLimit } from "#server/access/limits.ts";
import { picturePath } from "#server/adapters/images.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, fieldError } from "#server/errors.ts";
import { ensureFreeSpace, storePicture } from "#server/storage/stored-files.ts";

/** What a call sent as a cover, and what it's refused for: asked before anything is fetched or stored. */
type SentCover = { sent: string | null | undefined; check: (author: Author) => void };

/**
 * One of ours, or a copy of a look-up service's; undefined when none was sent.
 * @throws AppError 'invalid', 'disk-full', 'too-many', of `check`
 */
export async function storeSentCover(
  deps: Deps,
  actor: Actor,
  { sent, check }: SentCover,
): Promise<string | null | undefined> {
  if (sent === undefined) return undefined;
  if (sent === null || sent === "") return null;
  if (!sent.startsWith("/"))
    return copyCover(deps, sent, () =>
      writeAs(deps, actor, (author) => {
        check(author);
        consumeLimit(deps, author, LOOK_UP_LIMIT);
      }),
    );
  if ((await deps.disk.size(picturePath(sent))) !== null) return sent;
  throw refuse("This cover isn't on the server anymore. Please upload it again.");
}

async function copyCover(deps: Deps, address: string, check: () => void): Promise<string> {
  if (!deps.isbn.isCoverAddress(address)) throw refuse("The cover must be one that was uploaded here");
  await ensureFreeSpace(deps, 0);
  check();
  const bytes = await deps.isbn.fetchCover(address);
  const stored = bytes && (await storePicture(deps, bytes, "covers").catch(notStored));
  if (stored) return stored;
  throw refuse("This cover couldn't be copied. Please upload it instead.");
}

/** An unusable picture counts as none; a full disk is an error. */
function notStored(error: unknown): null {
  if (error instanceof AppError && error.code !== "disk-full") return null;
  throw error;
}

function refuse(message: string): AppError {
  return fieldError("/coverImage", message);
}

/** A stored cover for lists. @throws AppError 'not-found' */
export async function readSmallCover({ disk, pictures }: Deps, name: string): Promise<Blob> {
  if ((await disk.size(`covers/${name}`)) === null) throw new AppError("not-found", "There is no such cover.");
  return Bun.file(await pictures.variant(`covers/${name}`, "small"));
}
