import { ImageUp, Trash2 } from "lucide-react";

import type { Book } from "#contract/books.ts";
import { PICTURE_MAX_BYTES } from "#contract/limits.ts";
import { BookCover } from "#web/ui/book-cover.tsx";
import { Button } from "#web/ui/button.tsx";
import { FileButton } from "#web/ui/file-button.tsx";

import { UploadProgress } from "../files/upload-progress.tsx";
import { useUpload } from "../files/use-upload.ts";

type Props = {
  book: Book | null;
  hasCurrentBook: boolean;
  title: string;
  author: string;
  coverImage: string | null;
  error: string | undefined;
  onChange: (coverImage: string | null) => void;
};

/** The cover with upload, replace and remove. A removed one goes when the form is saved. */
export function CoverField({ book, hasCurrentBook, title, author, coverImage, error, onChange }: Props) {
  const upload = useUpload({
    kind: "cover",
    bookId: book?.id,
    hasBook: book !== null || hasCurrentBook,
    onDone: (answer) => {
      if ("url" in answer) onChange(answer.url);
    },
  });
  const isRemoved = book?.coverImage != null && coverImage === null;
  return (
    <section aria-label="Cover" className="space-y-4">
      <BookCover title={title} author={author} coverImage={coverImage} className="w-full max-md:w-36" />
      {upload.current ? (
        <UploadProgress upload={upload.current} onCancel={upload.cancel} />
      ) : (
        <div className="flex flex-wrap gap-2 md:flex-col md:items-stretch">
          <FileButton
            look="quiet"
            label="Cover file"
            accept="image/*"
            icon={<ImageUp aria-hidden="true" className="size-5" />}
            onPick={upload.start}
          >
            {coverImage ? "Replace cover" : "Upload cover"}
          </FileButton>
          {coverImage && (
            <Button look="quiet" icon={<Trash2 aria-hidden="true" className="size-5" />} onClick={() => onChange(null)}>
              Remove cover
            </Button>
          )}
        </div>
      )}
      <p className="text-sm text-ink-soft">
        {isRemoved
          ? "The cover goes when you save."
          : `Any picture of up to ${PICTURE_MAX_BYTES / 1024 / 1024} MB. A cover is about 2 wide and 3 high.`}
      </p>
      <p role="alert" className="text-sm font-medium text-danger empty:hidden">
        {error ?? upload.problem}
      </p>
    </section>
  );
}
