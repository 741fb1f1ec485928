import { atom, useAtom, useAtomValue } from "jotai";
import { CircleAlert, CloudDownload, CloudOff, HardDriveDownload, type LucideIcon } from "lucide-react";
import { type MouseEvent, type ReactNode, useEffect, useSyncExternalStore } from "react";

import type { Book } from "#contract/books.ts";
import { formatFileSize } from "#web/lib/format/file-size.ts";
import { userAtom } from "#web/state/session.ts";
import { ProgressBar } from "#web/ui/feedback/progress-bar.tsx";
import { showError, showSuccess } from "#web/ui/feedback/toast.ts";
import { Button } from "#web/ui/forms/button.tsx";

import { copySize } from "./copy-status.ts";
import { formatDownloadError } from "./download-error.ts";
import { createDownloader, type Downloader, type DownloadState } from "./downloader.ts";

const ALERT_ICON = <CircleAlert className="size-5 shrink-0 text-danger" />;

export function OfflineControl({ book }: { book: Book }) {
  const downloader = useDownloader(book);
  return downloader && <DownloadControl downloader={downloader} size={copySize(book)} />;
}

function DownloadControl({ downloader, size }: { downloader: Downloader; size: number }) {
  const state = useSyncExternalStore(downloader.subscribe, downloader.state);
  if (state.phase === "unknown") return <div className="min-h-touch" />;
  return (
    <fieldset aria-label="Save for offline" className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-3">
      {/* Not `:has(:empty)`, which WebKit doesn't re-evaluate. */}
      <div className={`min-w-0 flex-1 basis-56 text-sm ${isSilent(state) ? "hidden" : ""}`}>
        {state.phase === "downloading" && (
          <ProgressBar
            label="Saving for offline"
            value={state.bytes / size}
            text={`${formatFileSize(state.bytes)} of ${formatFileSize(size)}`}
          />
        )}
        <output className="block">
          <StatusMessage state={state} size={size} />
        </output>
      </div>
      {state.phase !== "unavailable" && <Buttons downloader={downloader} phase={state.phase} size={size} />}
    </fieldset>
  );
}

const isSilent = (state: DownloadState) => state.phase === "none" && !state.code && !state.wasReplaced;

function StatusMessage({ state, size }: { state: DownloadState; size: number }): ReactNode {
  const total = formatFileSize(size);
  switch (state.phase) {
    case "downloading":
      // Each chunk would be announced too often.
      return <span className="sr-only">{`Saved ${Math.floor((state.bytes / size) * 4) * 25} %`}</span>;
    case "complete":
      return (
        <StatusLine icon={<HardDriveDownload className="size-5 shrink-0 text-season" />}>
          Saved for offline ({total}). Removed when the month ends or you sign out.
        </StatusLine>
      );
    case "partial":
      return (
        <StatusLine icon={state.code && ALERT_ICON}>
          {formatFileSize(state.bytes)} of {total} saved.
          {state.code && ` ${formatDownloadError(state.code)}`}
        </StatusLine>
      );
    case "unavailable":
      return "This browser can't save the book for offline. Private windows can't, for example. You can still download it as a file.";
    case "none":
      if (state.code) return <StatusLine icon={ALERT_ICON}>Not saved. {formatDownloadError(state.code)}</StatusLine>;
      if (state.wasReplaced) return "The book has a newer file, so your saved copy was removed. Save the new one?";
      return null;
    case "unknown":
      return null;
  }
}

function StatusLine({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="flex items-start gap-2.5">
      {icon}
      <span>{children}</span>
    </span>
  );
}

type Phase = Exclude<DownloadState["phase"], "unknown" | "unavailable">;

const ACTIONS: Record<Phase, { label: string; icon?: LucideIcon; run: (downloader: Downloader) => Promise<void> }> = {
  none: { label: "Save for offline", icon: CloudDownload, run: (downloader) => downloader.start() },
  partial: { label: "Resume", icon: CloudDownload, run: (downloader) => downloader.start() },
  downloading: { label: "Cancel", run: (downloader) => downloader.cancel() },
  complete: { label: "Remove", icon: CloudOff, run: (downloader) => downloader.remove() },
};

/** One button, so that keyboard users keep their focus. */
function Buttons({ downloader, phase, size }: { downloader: Downloader; phase: Phase; size: number }) {
  const { label, icon, run } = ACTIONS[phase];
  const onPress = ({ detail }: MouseEvent) => {
    if (detail < 2) void run(downloader);
  };
  const onRemove = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    currentTarget.parentElement?.querySelector("button")?.focus();
    void downloader.remove();
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon={icon} onClick={onPress}>
        {label}
        {phase === "none" && ` (${formatFileSize(size)})`}
      </Button>
      {phase === "partial" && (
        <Button icon={CloudOff} onClick={onRemove}>
          Remove
        </Button>
      )}
    </div>
  );
}

const downloaderAtom = atom<Downloader | null>(null);

function useDownloader(book: Book): Downloader | null {
  const userId = useAtomValue(userAtom)?.id;
  const [downloader, setDownloader] = useAtom(downloaderAtom);
  const isCurrent = downloader !== null && isDownloaderOf(downloader, book, userId);

  useEffect(() => {
    if (isCurrent || userId === undefined) return;
    downloader?.end();
    setDownloader(createDownloader(book, userId, (state) => showOutcome(book, state)));
  }, [isCurrent, downloader, book, userId, setDownloader]);

  return isCurrent ? downloader : null;
}

function isDownloaderOf(
  downloader: Downloader,
  { id, audiobookUploadedAt, ebookUploadedAt }: Book,
  userId: number | undefined,
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
    showError(`'${title}' isn't saved for offline yet. ${formatDownloadError(state.code)}`);
}
