import { Download } from "lucide-react";

import type { Book } from "#contract/books.ts";
import { audiobookUrl } from "#web/api/books.ts";
import { BookCover } from "#web/ui/book-cover.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";

import { spokenTime } from "./time-text.ts";

/** Cover, title, author, narrator, length, and the download (SPEC 2). */
export function AudiobookDetails({ book }: { book: Book }) {
  const length = book.audiobookDuration || (book.audiobookSeconds ? spokenTime(book.audiobookSeconds) : "");
  return (
    <div className="flex flex-col items-center gap-6 text-center sm:flex-row sm:items-end sm:text-left">
      <BookCover title={book.title} author={book.author} coverImage={book.coverImage} className="w-36 sm:w-40" />
      <div className="min-w-0 space-y-3">
        <div>
          <h1 className="text-3xl">{book.title}</h1>
          <p className="mt-1 text-lg text-ink-soft">by {book.author}</p>
        </div>
        <dl className="space-y-0.5">
          {book.audiobookNarrator && <Fact name="Narrated by" value={book.audiobookNarrator} />}
          {length && <Fact name="Length" value={length} />}
        </dl>
        <DownloadButton book={book} />
      </div>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="inline font-semibold">{name}</dt> <dd className="inline">{value}</dd>
    </div>
  );
}

function DownloadButton({ book }: { book: Book }) {
  const icon = <Download aria-hidden="true" className="size-5" />;
  if (!book.audiobookFilename)
    return (
      <Button disabled icon={icon}>
        Download Audiobook
      </Button>
    );
  return (
    <a href={audiobookUrl(book.id)} download={downloadName(book)} className={buttonClass()}>
      {icon}
      Download Audiobook
    </a>
  );
}

/** The title with underscores for spaces, then _audiobook and the file's extension (SPEC 7). */
export function downloadName({ title, audiobookFilename }: Pick<Book, "title" | "audiobookFilename">): string {
  const extension = /\.[a-z0-9]+$/i.exec(audiobookFilename ?? "")?.[0] ?? ".m4b";
  return `${title.replaceAll(/\s/g, "_")}_audiobook${extension}`;
}
