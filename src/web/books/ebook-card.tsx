import { BookOpenText, Download } from "lucide-react";

import type { Book } from "#contract/books.ts";
import { callUrl } from "#contract/call-url.ts";
import { useGet } from "#web/api/use-get.ts";
import { formatFileSize } from "#web/lib/format/file-size.ts";
import { OfflineControl } from "#web/offline/copy/offline-control.tsx";
import { PaperProgress } from "#web/reading/paper/paper-progress.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { QueryStatus } from "#web/ui/feedback/query-content.tsx";
import { Skeleton, SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { useDownload } from "#web/ui/feedback/use-download.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { BookCover, CoverTable } from "#web/ui/images/book-cover.tsx";
import { ButtonLink } from "#web/ui/layout/button-link.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Prose } from "#web/ui/text/prose.tsx";

import { SendToEreader } from "./send-to-ereader.tsx";

/** Beside the title on phones, so that the buttons are on the first screen, also above the mini player. */
const COVER_CLASS = "w-24 sm:w-48 lg:w-72";

export function EbookCard() {
  const result = useGet("GET /api/books/current");
  const { data: book, error } = result;
  if (error && book === undefined) return <QueryStatus query={result} name="the current book" skeleton={null} />;
  if (book === null) {
    return <EmptyState mouse="choosing">No book has been chosen yet. Once it is, you can download it here.</EmptyState>;
  }
  return (
    <Card className="p-0!">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] sm:flex">
        <CoverTable className="max-sm:rounded-tl-lg max-sm:p-5 sm:p-8 sm:*:top-8 lg:p-10 lg:*:top-10">
          {book ? (
            <BookCover {...book} className={COVER_CLASS} />
          ) : (
            <Skeleton className={`aspect-2/3 ${COVER_CLASS}`} />
          )}
        </CoverTable>
        <div className="max-sm:contents sm:min-w-0 sm:flex-1 sm:p-7 lg:p-10">
          <div className="max-sm:flex max-sm:flex-col max-sm:justify-center max-sm:rounded-tr-lg max-sm:bg-season-tint max-sm:pr-5">
            {book ? (
              <>
                <h2 className="text-2xl wrap-anywhere sm:text-3xl">{book.title}</h2>
                <p className="mt-1.5 text-ink-soft sm:text-lg">by {book.author}</p>
              </>
            ) : (
              <output aria-label="Loading the book" className="block space-y-3">
                <Skeleton className="h-10 w-3/4" />
                <Skeleton className="h-5 w-40" />
              </output>
            )}
          </div>
          <div className="max-sm:col-span-2 max-sm:px-5 max-sm:pb-5">
            <DownloadEbook book={book} />
            {book && <SendToEreader book={book} />}
            {book && (
              <div className="mt-5 empty:hidden">
                <PaperProgress book={book} />
              </div>
            )}
            {book?.ebookFilename && (
              <div className="mt-5 empty:hidden">
                <OfflineControl book={book} />
              </div>
            )}
            {book ? (
              <Prose text={book.synopsis} className="drop-cap mt-6 lg:text-lg" />
            ) : (
              <SkeletonLines lines={5} className="mt-6" />
            )}
          </div>
        </div>
      </div>
    </Card>
  );
}

function DownloadEbook({ book }: { book: Book | undefined }) {
  const { download, isStarting } = useDownload();
  const hasFile = Boolean(book?.ebookFilename);
  return (
    <>
      <div className="mt-5 flex flex-wrap gap-3 sm:mt-6">
        {hasFile && (
          <ButtonLink to="/read" variant="primary" icon={BookOpenText} className="max-sm:w-full">
            Read now
          </ButtonLink>
        )}
        <Button
          icon={Download}
          disabled={!book || !hasFile || isStarting}
          variant={hasFile ? "quiet" : "primary"}
          className="max-sm:w-full"
          onClick={() => book && download(callUrl("GET /api/download/ebook/:id", { params: { id: book.id } }))}
        >
          Download eBook
        </Button>
      </div>
      <p className="mt-2.5 text-sm text-ink-soft">
        {book && !hasFile
          ? "The eBook isn't here yet. Check back soon."
          : `Format: EPUB • Size: ${book?.ebookSize ? formatFileSize(book.ebookSize).replace("\u00A0", "") : "2.3MB"}`}
      </p>
    </>
  );
}
