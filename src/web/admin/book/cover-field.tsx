import { ImageUp, Trash2 } from "lucide-react";

import type { Book } from "#contract/books.ts";
import { IMAGE_MAX_BYTES } from "#contract/limits.ts";
import { UploadProgress } from "#web/admin/files/upload-progress.tsx";
import { useUpload } from "#web/admin/files/use-upload.ts";
import { uploadCover } from "#web/api/uploads.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { FileButton } from "#web/ui/forms/file-button.tsx";
import { BookCover } from "#web/ui/images/book-cover.tsx";

type Props = {
  book: Book | null;
  hasCurrentBook: boolean;
  title: string;
  author: string;
  coverImage: string | null;
  error: string | undefined;
  onUploaded: (coverImage: string) => void;
  onRemove: () => void;
};

const NARROW_CLASS = "max-sm:px-3";

export function CoverField({ book, hasCurrentBook, title, author, coverImage, error, onUploaded, onRemove }: Props) {
  const upload = useUpload({
    kind: "cover",
    hasBook: book !== null || hasCurrentBook,
    send: (sending) => uploadCover({ ...sending, bookId: book?.id }),
    onDone: ({ url }) => onUploaded(url),
  });
  const isRemoved = book?.coverImage != null && coverImage === null;
  return (
    <section aria-label="Cover" className="flex items-start gap-5 max-[16rem]:flex-col md:flex-col md:gap-4">
      <BookCover title={title} author={author} coverImage={coverImage} className="w-28 sm:w-36 md:w-full" />
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
              <Button className={NARROW_CLASS} onClick={onRemove}>
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
          {error ?? upload.problem}
        </p>
      </div>
    </section>
  );
}
