import { atom, useAtom } from "jotai";
import { useEffect, useSyncExternalStore } from "react";

import type { Book } from "#contract/books.ts";
import { showError, showSuccess } from "#web/ui/feedback/toast.ts";

import { downloadErrorText } from "./download-error.ts";
import { createDownloader, type Downloader, type DownloadState } from "./downloader.ts";

const downloaderAtom = atom<Downloader | null>(null);

export function useDownloader(book: Book, userId: number): Downloader | null {
  const [downloader, setDownloader] = useAtom(downloaderAtom);
  const isCurrent = downloader !== null && isDownloaderOf(downloader, book, userId);

  useEffect(() => {
    if (isCurrent) return;
    downloader?.end();
    setDownloader(createDownloader(book, userId, (state) => showOutcome(book, state)));
  }, [isCurrent, downloader, book, userId, setDownloader]);

  return isCurrent ? downloader : null;
}

export function useDownloadState(downloader: Downloader): DownloadState {
  return useSyncExternalStore(downloader.subscribe, downloader.state);
}

function isDownloaderOf(
  downloader: Downloader,
  { id, audiobookUploadedAt, ebookUploadedAt }: Book,
  userId: number,
): boolean {
  const { book } = downloader;
  return (
    !downloader.hasEnded() &&
    downloader.userId === userId &&
    book.id === id &&
    book.audiobookUploadedAt === audiobookUploadedAt &&
    book.ebookUploadedAt === ebookUploadedAt
  );
}

function showOutcome({ title }: Book, state: DownloadState): void {
  if (state.phase === "complete") showSuccess(`'${title}' is saved for offline`);
  if ("code" in state && state.code)
    showError(`'${title}' isn't saved for offline yet. ${downloadErrorText(state.code)}`);
}
