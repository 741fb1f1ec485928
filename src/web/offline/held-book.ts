import type { Book } from "#contract/books.ts";
import { audioSource } from "#web/api/books.ts";
import { logProblem } from "#web/lib/log.ts";

import {
  heldBytes,
  heldPieces,
  isSameFile,
  keptAddress,
  type KeptBook,
  pieceCount,
  readBegun,
  readKept,
  wasReplaced,
} from "./kept-book.ts";

/** What of a book is on this device: all of it, some bytes, or nothing, perhaps because its file was replaced. */
export type Held = { kind: "whole" } | { kind: "pieces"; bytes: number } | { kind: "nothing"; wasReplaced: boolean };

/** False in browsers, and on addresses, that have no service worker: a book cannot be kept there. */
export const canKeepOffline = () => "serviceWorker" in navigator && "caches" in globalThis;

/** The book's audiobook as it is now, for this member to keep; null while it has none. */
export function fileOf(book: Book, userId: number): KeptBook | null {
  const { id: bookId, audiobookSize: size, audiobookUploadedAt: version, audiobookFilename: name } = book;
  if (size === null || version === null) return null;
  const type = /\.mp3$/i.test(name ?? "") ? "audio/mpeg" : "audio/mp4";
  return { userId, bookId, version, size, type };
}

/** True for a note of this very file, made by the same member. */
export const isOurs = (note: KeptBook | null, file: KeptBook): boolean =>
  note !== null && note.userId === file.userId && isSameFile(note, file);

/** What this member keeps of this very file. @throws where the browser refuses storage, in private windows for one */
export async function lookAtHeld(file: KeptBook): Promise<Held> {
  const pieces = await heldPieces(caches, file);
  const isWhole = pieces.size === pieceCount(file.size);
  if (isWhole && isOurs(await readKept(caches), file)) return { kind: "whole" };
  if (isOurs(await readBegun(caches), file)) return { kind: "pieces", bytes: await heldBytes(caches) };
  return { kind: "nothing", wasReplaced: await wasReplaced(caches, file) };
}

/** Where the player reads the sound: the kept copy, or the club's server. */
export async function soundUrl(book: Book, userId: number): Promise<string> {
  try {
    const file = fileOf(book, userId);
    const hasWorker = canKeepOffline() && navigator.serviceWorker.controller !== null;
    if (file && hasWorker && (await lookAtHeld(file)).kind === "whole") return keptAddress(file);
  } catch (error) {
    logProblem("The browser does not tell whether the audiobook is kept", error);
  }
  return audioSource(book);
}
