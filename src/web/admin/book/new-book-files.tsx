import { FileUp } from "lucide-react";

import { FileDrop } from "#web/admin/files/file-drop.tsx";
import { KINDS } from "#web/admin/files/kinds.ts";
import { UploadProgress } from "#web/admin/files/upload-progress.tsx";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { FileButton } from "#web/ui/forms/file-button.tsx";

import type { useNewBookFiles } from "./use-new-book-files.ts";

export function NewBookFiles({ files }: { files: ReturnType<typeof useNewBookFiles> }) {
  const { waiting, current, problem, start, cancel } = files;
  return (
    <div className="rounded-md bg-sunk p-4">
      <FileDrop isOff={current !== undefined} onDrop={start}>
        {current ? (
          <UploadProgress upload={current} onCancel={cancel} />
        ) : (
          <FileButton
            variant="quiet"
            label="EPUB or audiobook file"
            accept=".epub,.m4b,.mp3"
            multiple
            className="max-[16rem]:px-3"
            onPick={start}
          >
            <FileUp className="size-5 max-[16rem]:hidden" />
            Choose the EPUB and the audiobook
          </FileButton>
        )}
        <p className="text-sm text-ink-soft">
          Choose or drop the book's files here, and the form fills itself in. Or enter an ISBN below.
        </p>
        {waiting.map(({ id, kind, filename }) => (
          <p key={id} className="text-sm wrap-anywhere">
            {KINDS[kind].name}: <strong>{filename}</strong> will be added when you create the book.
          </p>
        ))}
        {problem && <Notice tone="error">{problem}</Notice>}
      </FileDrop>
    </div>
  );
}
