import { Download, FileCheck2 } from "lucide-react";

import { formatMoment } from "#web/lib/format/dates.ts";
import { formatFileSize } from "#web/lib/format/file-size.ts";
import { DotSeparated } from "#web/ui/layout/facts.tsx";
import { FileName } from "#web/ui/text/file-name.tsx";

import type { StoredFile } from "./stored-file.ts";

export function CurrentFile({ file, href }: { file: StoredFile; href: string }) {
  const facts = [
    file.size === null ? undefined : formatFileSize(file.size),
    file.uploadedAt === null ? undefined : `Uploaded ${formatMoment(file.uploadedAt)}`,
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md border border-line p-4 max-sm:pb-1.5">
      <FileCheck2 className="size-7 shrink-0 text-season max-sm:self-start" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold wrap-anywhere">
          <FileName>{file.filename}</FileName>
        </p>
        <DotSeparated className="text-sm text-ink-soft">{facts}</DotSeparated>
      </div>
      <a
        href={href}
        download
        className="inline-flex min-h-touch items-center gap-2 px-1 text-sm font-medium max-sm:ml-10 max-[20rem]:ml-0! text-wine underline underline-offset-4"
      >
        <Download className="size-4" />
        Download
      </a>
    </div>
  );
}
