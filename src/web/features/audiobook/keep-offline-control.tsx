import { CloudDownload, CloudOff, HardDriveDownload } from "lucide-react";

import type { Book } from "#contract/books.ts";
import { formatFileSize } from "#web/lib/file-size.ts";
import { Button } from "#web/ui/button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";

import { useKeepOffline } from "./use-keep-offline.ts";

/** 'Keep offline': how much room the book takes, how far it is, and how to free the room again. */
export function KeepOfflineControl({ book }: { book: Book }) {
  const { keeping, keep, cancel, remove } = useKeepOffline(book);
  const size = formatFileSize(book.audiobookSize ?? 0);
  if (keeping.phase === "unknown") return null;
  if (keeping.phase === "busy") {
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <ProgressBar label="Keeping the audiobook on this device" value={keeping.part} />
        </div>
        <Button look="quiet" onClick={cancel}>
          Cancel
        </Button>
      </div>
    );
  }
  if (keeping.phase === "kept")
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex min-w-0 flex-1 basis-48 items-center gap-2 text-sm">
          <HardDriveDownload aria-hidden="true" className="size-5 shrink-0 text-season" />
          <span>Kept offline on this device, {size}. The room is freed when the month turns or you sign out.</span>
        </p>
        <Button look="quiet" icon={<CloudOff aria-hidden="true" className="size-5" />} onClick={() => void remove()}>
          Remove
        </Button>
      </div>
    );
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p role={keeping.phase === "failed" ? "alert" : undefined} className="min-w-0 flex-1 basis-48 text-sm">
        {keeping.phase === "failed"
          ? "The audiobook could not be kept: the network or the room on this device gave out. What has come stays for the next try."
          : `Take the book along without a network: it needs ${size} on this device.`}
      </p>
      <Button look="quiet" icon={<CloudDownload aria-hidden="true" className="size-5" />} onClick={() => void keep()}>
        Keep offline
      </Button>
    </div>
  );
}
