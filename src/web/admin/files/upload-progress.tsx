import { formatFileSize } from "#web/lib/format/file-size.ts";
import { ProgressBar } from "#web/ui/feedback/progress-bar.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { DotSeparatedList } from "#web/ui/layout/dot-separated-list.tsx";

import { formatTransferTimeLeft } from "./transfer-rate.ts";
import type { Upload } from "./use-upload.ts";

export function UploadProgress({ upload, onCancel }: { upload: Upload; onCancel: () => void }) {
  const { name, size, sentBytes, rate, isInterrupted = false } = upload;
  const isChecking = sentBytes >= size;
  const hasProgress = sentBytes > 0 && !isChecking;
  const facts = [
    `${formatFileSize(sentBytes)} of ${formatFileSize(size)}`,
    rate ? `${formatFileSize(rate)}/s` : undefined,
    formatTransferTimeLeft(size - sentBytes, rate),
  ];
  return (
    <div className="space-y-3 rounded-md bg-sunk p-4">
      <p className="text-sm font-semibold wrap-anywhere">{name}</p>
      <ProgressBar label={isChecking ? "Checking" : "Uploading"} value={hasProgress ? sentBytes / size : undefined} />
      <div className="text-sm text-ink-soft">
        <output className="block">
          {isChecking
            ? "Checking the file… Members keep the current one until it's ready."
            : isInterrupted &&
              "Connection lost. The upload resumes when you're back online. If you close this page, choose the same file again."}
        </output>
        {hasProgress && !isInterrupted && <DotSeparatedList className="tabular-nums">{facts}</DotSeparatedList>}
      </div>
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  );
}
