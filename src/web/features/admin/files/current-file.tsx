import { Download, FileCheck2 } from "lucide-react";

import { formatMoment } from "#web/lib/dates.ts";
import { formatFileSize } from "#web/lib/file-size.ts";

import type { StoredFile } from "./stored-file.ts";

/** Name, size and date of the stored file, with a way to look into it. */
export function CurrentFile({ file, href }: { file: StoredFile; href: string }) {
  const facts = [
    file.size === null ? undefined : formatFileSize(file.size),
    file.uploadedAt === null ? undefined : `uploaded ${formatMoment(file.uploadedAt)}`,
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line p-4">
      <FileCheck2 aria-hidden="true" className="size-7 shrink-0 text-season" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold break-words">{file.filename}</p>
        <p className="text-sm text-ink-soft">{facts.filter(Boolean).join(" • ")}</p>
      </div>
      <a
        href={href}
        download
        className="inline-flex min-h-touch items-center gap-2 px-1 text-sm font-medium text-wine underline underline-offset-4"
      >
        <Download aria-hidden="true" className="size-4" />
        Download
      </a>
    </div>
  );
}
