import { AppError } from "#server/errors.ts";

/** @param what completes 'This is not a usable EPUB: …' */
export function unusableEpub(what: string, cause?: unknown): AppError {
  const message = `This is not a usable EPUB: ${what}. Open it in Calibre and convert it to EPUB, then upload that file.`;
  return new AppError("invalid", message, { cause });
}
