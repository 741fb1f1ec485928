import { FileUp, Trash2 } from "lucide-react";
import { useState } from "react";

import type { FoundMetadata } from "#contract/book-files.ts";
import type { Book } from "#contract/books.ts";
import { callUrl } from "#contract/call-url.ts";
import { useUpdateBook } from "#web/admin/book/use-save-book.ts";
import { uploadBookFile } from "#web/api/uploads.ts";
import { useUnsaved } from "#web/state/unsaved.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { Button, ButtonRow } from "#web/ui/forms/button.tsx";
import { FileButton } from "#web/ui/forms/file-button.tsx";
import { conflictingFields } from "#web/ui/forms/form-values.ts";
import { MouseImage } from "#web/ui/images/mouse-image.tsx";
import { Link } from "#web/ui/layout/link.tsx";

import { CurrentFile, FileWarnings } from "./current-file.tsx";
import { FileDrop } from "./file-drop.tsx";
import { FoundMetadataCard } from "./found-metadata-card.tsx";
import { type BookFileKind, storedFile, UPLOAD_KINDS } from "./upload-kinds.ts";
import { UploadProgress } from "./upload-progress.tsx";
import { useUpload } from "./use-upload.ts";

type Props = {
  kind: BookFileKind;
  book: Book | null;
  /** True if the book couldn't be loaded. */
  hasLoadError: boolean;
};

/** Removes, uploads or replaces a file. It's removed on save (DESIGN 3). */
export function FileForm({ kind, book, hasLoadError }: Props) {
  const { inText, accept } = UPLOAD_KINDS[kind];
  const [isRemoved, setIsRemoved] = useState(false);
  const [foundMetadata, setFoundMetadata] = useState<FoundMetadata>();
  const upload = useUpload({
    kind,
    hasBook: book !== null,
    send: (sending) => uploadBookFile({ ...sending, kind, bookId: book?.id }),
    onDone: ({ found }) => {
      setIsRemoved(false);
      setFoundMetadata(found);
    },
  });
  const change = useUpdateBook({
    onDone: () => setIsRemoved(false),
    onFailed: (error) => {
      // Another admin uploaded a file in the meantime, so show it before removing it.
      if (conflictingFields(error).length > 0) setIsRemoved(false);
    },
  });
  const file = book && storedFile(book, kind);
  const startUpload = (pickedFile: File) => {
    setFoundMetadata(undefined);
    void upload.start(pickedFile);
  };
  useUnsaved(`${kind}-removal`, `the removal of the ${inText}`, isRemoved && file !== null);

  return (
    <FileDrop isDisabled={upload.current !== undefined} onDrop={startUpload}>
      {file && !isRemoved && (
        <CurrentFile file={file} href={callUrl(`GET /api/download/${kind}/:id`, { params: { id: book.id } })} />
      )}
      {file && !isRemoved && <FileWarnings bookId={book.id} kind={kind} uploaded={foundMetadata?.warnings} />}
      {file && isRemoved && (
        <Notice
          title={`${file.filename} will be removed when you save`}
          action={
            <ButtonRow className="pt-1">
              <Button
                variant="primary"
                disabled={change.isPending}
                onClick={() =>
                  change.mutate({
                    params: { id: book.id },
                    body: { [`${kind}Filename`]: null, was: { [`${kind}Filename`]: file.filename } },
                  })
                }
              >
                {change.isPending ? "Saving..." : "Save Book Information"}
              </Button>
              <Button onClick={() => setIsRemoved(false)}>Keep the file</Button>
            </ButtonRow>
          }
        >
          Members won't be able to get this book's {inText}.
        </Notice>
      )}
      {!file && !hasLoadError && (
        <div className="flex items-center gap-4">
          <MouseImage pose={kind === "audiobook" ? "humming" : "choosing"} className="size-20" />
          <p className="text-balance">
            {book ? (
              `This book has no ${inText} yet.`
            ) : (
              <>
                The club has no book yet.{" "}
                <Link to="?tab=book" className="font-medium text-wine underline underline-offset-4">
                  Create the first one
                </Link>
                , then upload its {inText} here.
              </>
            )}
          </p>
        </div>
      )}
      {upload.current ? (
        <UploadProgress upload={upload.current} onCancel={upload.cancel} />
      ) : (
        <ButtonRow>
          <FileButton
            variant={book && !file ? "primary" : "quiet"}
            label={`${UPLOAD_KINDS[kind].name} file`}
            accept={accept}
            icon={FileUp}
            onPick={startUpload}
          >
            {file ? `Replace ${inText}` : `Upload ${inText}`}
          </FileButton>
          {file && !isRemoved && (
            <Button icon={Trash2} onClick={() => setIsRemoved(true)}>
              Remove {inText}
            </Button>
          )}
        </ButtonRow>
      )}
      <p className="max-w-measure text-sm text-ink-soft">
        Choose or drop {kind === "ebook" ? "an .epub file" : "an .m4b or .mp3 file"}. We check it before members get it.
        {file && ` Members who are ${kind === "ebook" ? "downloading" : "listening"} right now aren't interrupted.`}
      </p>
      {upload.problem && <Notice tone="error">{upload.problem}</Notice>}
      {foundMetadata && book && !isRemoved && (
        <FoundMetadataCard
          key={file?.uploadedAt}
          book={book}
          metadata={foundMetadata}
          onClose={() => setFoundMetadata(undefined)}
        />
      )}
    </FileDrop>
  );
}
