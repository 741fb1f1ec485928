import { FileUp } from "lucide-react";
import { useState } from "react";

import type { FoundMetadata } from "#contract/book-files.ts";
import { FileDrop } from "#web/admin/files/file-drop.tsx";
import { type BookFileKind, UPLOAD_KINDS } from "#web/admin/files/upload-kinds.ts";
import { UploadProgress } from "#web/admin/files/upload-progress.tsx";
import { useUpload } from "#web/admin/files/use-upload.ts";
import { call } from "#web/api/call.ts";
import { isUnanswered } from "#web/api/failure-kind.ts";
import { captureAuthor } from "#web/api/request.ts";
import { uploadBookFile } from "#web/api/uploads.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { showError, showSuccess } from "#web/ui/feedback/toast.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { FileButton } from "#web/ui/forms/file-button.tsx";

import { type BookValues, valuesFromMetadata } from "./book-form-values.ts";

export function NewBookFiles({ files: { uploaded, uploads, isUploading, start } }: { files: NewBookUploads }) {
  return (
    <div className="rounded-md bg-sunk p-4">
      <FileDrop isDisabled={isUploading} onDrop={start}>
        {uploads.map(
          ({ kind, current, cancel }) => current && <UploadProgress key={kind} upload={current} onCancel={cancel} />,
        )}
        {!isUploading && (
          <FileButton
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
        {uploaded.map(({ id, kind, filename }) => (
          <p key={id} className="text-sm wrap-anywhere">
            {UPLOAD_KINDS[kind].name}: <strong>{filename}</strong> will be added when you create the book.
          </p>
        ))}
        {uploads.map(
          ({ kind, problem }) =>
            problem && (
              <Notice key={kind} tone="error">
                {problem}
              </Notice>
            ),
        )}
      </FileDrop>
    </div>
  );
}

/** A file that was uploaded and read, and waits until its book exists. */
type UploadedBookFile = { id: string; kind: BookFileKind; filename: string };
type NewBookUploads = ReturnType<typeof useNewBookFiles>;

const LIST_FORMAT = new Intl.ListFormat("en");

/** Uploads files before their book exists, and attaches them afterwards (BEYOND 8). */
export function useNewBookFiles(onFound: (found: Partial<BookValues>) => void) {
  const [uploadedFiles, setUploadedFiles] = useState<readonly UploadedBookFile[]>([]);
  const addUploaded = (file: UploadedBookFile, found: FoundMetadata) => {
    setUploadedFiles((before) => [...before.filter(({ kind }) => kind !== file.kind), file]);
    onFound(valuesFromMetadata(found));
  };
  const uploads = [useNewBookFile("ebook", addUploaded), useNewBookFile("audiobook", addUploaded)];
  const attach = useMutationWithToast({
    mutationFn: async (bookId: number) => {
      const asAuthor = captureAuthor();
      const kinds: string[] = [];
      for (const { id, kind } of uploadedFiles)
        try {
          await asAuthor(() => addToBook(id, bookId));
          kinds.push(UPLOAD_KINDS[kind].inText);
        } catch {
          const description = `The book was created, but not its ${UPLOAD_KINDS[kind].inText}. Upload it again.`;
          showError(description);
        }
      return kinds;
    },
    onDone: (kinds) => {
      setUploadedFiles([]);
      if (kinds.length > 0) showSuccess(`New book created successfully, with its ${LIST_FORMAT.format(kinds)}.`);
    },
  });

  return {
    uploaded: uploadedFiles,
    uploads,
    isUploading: uploads.some(({ current }) => current !== undefined),
    /** One after another, because the first file's details fill the form. */
    start: async (...files: readonly File[]) => {
      for (const file of files) if (!(await uploads.find(({ kind }) => kind === kindOf(file))?.start(file))) return;
    },
    /** The form may be unmounted by then. */
    attachTo: attach.mutate,
  };
}

function useNewBookFile(kind: BookFileKind, onUploaded: (file: UploadedBookFile, found: FoundMetadata) => void) {
  const upload = useUpload({
    kind,
    hasBook: true,
    send: (sending) => uploadBookFile({ ...sending, kind, bookId: "new" }),
    onDone: ({ id, filename, found }) => onUploaded({ id, kind, filename }, found),
  });
  return { kind, ...upload };
}

/** 30 seconds each, because checking and moving a large audiobook takes minutes on a slow disk. */
const ATTEMPTS_MAX = 20;

/** Retries until the server has responded, which is idempotent. @throws ApiError; TypeError without a network */
async function addToBook(id: string, bookId: number): Promise<void> {
  const asAuthor = captureAuthor();
  for (let attempt = 1; ; attempt += 1)
    try {
      await asAuthor(() => call("POST /api/uploads/:id/book", { params: { id }, body: { bookId } }));
      return;
    } catch (error) {
      if (!isUnanswered(error) || attempt === ATTEMPTS_MAX) throw error;
    }
}

function kindOf(file: File): BookFileKind {
  return /\.(?:m4b|mp3)$/i.test(file.name) ? "audiobook" : "ebook";
}
