import { ImageUp, Trash2 } from "lucide-react";

import type { Book } from "#contract/books.ts";
import { IMAGE_MAX_BYTES } from "#contract/limits.ts";
import { UploadProgress } from "#web/admin/files/upload-progress.tsx";
import { useUpload } from "#web/admin/files/use-upload.ts";
import { uploadCover } from "#web/api/uploads.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { FileButton } from "#web/ui/forms/file-button.tsx";
import { BookCover } from "#web/ui/images/book-cover.tsx";

import type { BookDraft } from "./book-form-values.ts";

type Props = { book: Book | null; hasCurrentBook: boolean; draft: BookDraft };

const NARROW_CLASS = "max-sm:px-3";

export function CoverField({ book, hasCurrentBook, draft }: Props) {
  const { title, author, coverImage } = draft.values;
  const upload = useUpload({
    kind: "cover",
    hasBook: book !== null || hasCurrentBook,
    send: (sending) => uploadCover({ ...sending, bookId: book?.id }),
    onDone: ({ url }) => draft.setServerValues({ coverImage: url }),
  });
  const isRemoved = book?.coverImage != null && coverImage === null;
  return (
    <section aria-label="Cover" className="flex items-start gap-5 max-[16rem]:flex-col md:flex-col md:gap-4">
      <BookCover
        title={title || "Untitled"}
        author={author}
        coverImage={coverImage}
        className="w-28 sm:w-36 md:w-full"
      />
      <div className="min-w-0 flex-1 space-y-3 md:w-full">
        {upload.current ? (
          <UploadProgress upload={upload.current} onCancel={upload.cancel} />
        ) : (
          <div className="flex max-w-60 flex-col gap-2 md:max-w-none">
            <FileButton label="Cover file" className={NARROW_CLASS} accept="image/*" onPick={upload.start}>
              <ImageUp className="size-5 max-sm:hidden" />
              {coverImage ? "Replace cover" : "Upload cover"}
            </FileButton>
            {coverImage && (
              <Button className={NARROW_CLASS} onClick={() => draft.set({ coverImage: null })}>
                <Trash2 className="size-5 max-sm:hidden" />
                Remove cover
              </Button>
            )}
          </div>
        )}
        <p className="text-sm text-ink-soft">
          {isRemoved
            ? "The cover will be removed when you save."
            : `Any picture up to ${IMAGE_MAX_BYTES / 1024 / 1024} MB. A 2:3 shape works best.`}
        </p>
        <p role="alert" className="text-sm font-medium text-danger empty:hidden">
          {draft.errors["coverImage"] ?? upload.problem}
        </p>
      </div>
    </section>
  );
}
