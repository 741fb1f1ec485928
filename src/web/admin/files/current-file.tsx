import { Download, FileCheck2 } from "lucide-react";
import { Fragment } from "react";

import { useGet } from "#web/api/use-get.ts";
import { formatMoment } from "#web/lib/format/dates.ts";
import { formatFileSize } from "#web/lib/format/file-size.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { DotSeparatedList } from "#web/ui/layout/dot-separated-list.tsx";

import type { BookFileKind, StoredFile } from "./upload-kinds.ts";

export function CurrentFile({ file, href }: { file: StoredFile; href: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md border border-line p-4 max-sm:pb-1.5">
      <FileCheck2 className="size-7 shrink-0 text-season max-sm:self-start" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold wrap-anywhere">
          <FileName>{file.filename}</FileName>
        </p>
        <DotSeparatedList className="text-sm text-ink-soft">
          {file.size !== null && formatFileSize(file.size)}
          {file.uploadedAt !== null && `Uploaded ${formatMoment(file.uploadedAt)}`}
        </DotSeparatedList>
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

type Props = { bookId: number; kind: BookFileKind; uploaded: readonly string[] | undefined };

/** Parts of the file that members won't get, from the upload's result or the stored facts. */
export function FileWarnings({ bookId, kind, uploaded }: Props) {
  const { data: storedFacts } = useGet("GET /api/books/:id/warnings", { params: { id: bookId } });
  const warnings = uploaded ?? storedFacts?.[kind] ?? [];
  if (warnings.length === 0) return null;
  return (
    <Notice title="Problems with this file">
      {warnings.map((warning) => (
        <p key={warning} className="wrap-anywhere">
          {warning}
        </p>
      ))}
    </Notice>
  );
}

/** Breaks lines after underscores and dashes and before dots, instead of within a word. */
function FileName({ children }: { children: string }) {
  return children.split(/(?<=[_-])|(?=\.)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
