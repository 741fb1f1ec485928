import type { Book } from "#contract/books.ts";
import { logProblem } from "#web/lib/browser/log.ts";
import { audioSource } from "#web/lib/format/book-urls.ts";

import {
  copyUrl,
  countChunks,
  fileVersion,
  isSameAudioFile,
  listStoredChunks,
  type OfflineCopy,
  readCopy,
  readPartialCopy,
  storedBytes,
  wasReplaced,
} from "./copy.ts";

export type CopyStatus =
  { phase: "complete" } | { phase: "partial"; bytes: number } | { phase: "none"; wasReplaced: boolean };

/** False without service workers, e.g. over plain HTTP. */
export const canDownload = () => "serviceWorker" in navigator && "caches" in globalThis;

export function offlineCopyOf(book: Book, userId: number): OfflineCopy | null {
  const { id: bookId, audiobookSize, audiobookFilename: name } = book;
  const version = fileVersion(book);
  if (version === null) return null;
  const type = /\.mp3$/i.test(name ?? "") ? "audio/mpeg" : "audio/mp4";
  return { userId, bookId, version, size: audiobookSize ?? 0, type };
}

export const copySize = ({ audiobookSize, ebookSize }: Book): number => (audiobookSize ?? 0) + (ebookSize ?? 0);

export const isSameCopy = (storedCopy: OfflineCopy | null, copy: OfflineCopy): boolean =>
  storedCopy !== null && storedCopy.userId === copy.userId && isSameAudioFile(storedCopy, copy);

/** @throws if the browser denies storage, e.g. in private windows */
export async function copyStatus(copy: OfflineCopy): Promise<CopyStatus> {
  const chunks = await listStoredChunks(copy);
  const isComplete = chunks.size === countChunks(copy.size);
  if (isComplete && isSameCopy(await readCopy(), copy)) return { phase: "complete" };
  if (isSameCopy(await readPartialCopy(), copy)) return { phase: "partial", bytes: storedBytes(chunks, copy) };
  return { phase: "none", wasReplaced: await wasReplaced(copy) };
}

export async function findAudioUrl(book: Book, userId: number): Promise<string> {
  try {
    const copy = offlineCopyOf(book, userId);
    const isControlled = canDownload() && navigator.serviceWorker.controller !== null;
    if (copy && isControlled && (await copyStatus(copy)).phase === "complete") return copyUrl(copy);
  } catch (error) {
    logProblem("Can't read the offline copy", error);
  }
  return audioSource(book);
}
