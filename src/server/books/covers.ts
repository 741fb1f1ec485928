import { picturePath } from "#server/adapters/pictures.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

/** One of ours, or a copy of a look-up service's; undefined when none was sent. @throws AppError 'invalid' */
export async function storedCover(deps: Deps, sent: string | null | undefined): Promise<string | null | undefined> {
  if (sent === undefined) return undefined;
  if (sent === null || sent === "") return null;
  if (!sent.startsWith("/")) return copyCover(deps, sent);
  if ((await deps.disk.size(picturePath(sent))) !== null) return sent;
  throw refuse("This cover isn't on the server anymore. Please upload it again.");
}

async function copyCover(deps: Deps, address: string): Promise<string> {
  if (!deps.isbn.isCoverAddress(address)) throw refuse("The cover must be one that was uploaded here");
  const bytes = await deps.isbn.fetchCover(address);
  const stored = bytes && (await deps.pictures.store(bytes, "covers").catch(() => null));
  if (stored) return stored;
  throw refuse("This cover couldn't be copied. Please upload it instead.");
}

function refuse(message: string): AppError {
  return new AppError("invalid", message, { errors: [{ path: "/coverImage", message }] });
}
