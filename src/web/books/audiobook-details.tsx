import { Download, Smartphone } from "lucide-react";

import type { Book } from "#contract/books.ts";
import { callUrl } from "#contract/call-url.ts";
import { formatMinutes, normalizeDuration } from "#web/lib/format/duration.ts";
import { explainFailedDownload } from "#web/ui/feedback/use-download.ts";
import { Button, buttonClass } from "#web/ui/forms/button.tsx";
import { BookCover } from "#web/ui/images/book-cover.tsx";
import { Disclosure } from "#web/ui/layout/disclosure.tsx";

/** For a book without a player, which shows everything except the recording's facts. */
export function AudiobookDetails({ book }: { book: Book }) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-4 sm:gap-x-7 sm:gap-y-3">
      <BookCover
        title={book.title}
        author={book.author}
        coverImage={book.coverImage}
        className="row-span-2 w-24 sm:w-32"
      />
      <div className="min-w-0 self-end">
        <h1 className="text-xl sm:text-3xl">{book.title}</h1>
        <p className="mt-0.5 text-ink-soft sm:mt-1 sm:text-lg">by {book.author}</p>
      </div>
      <RecordingFacts book={book} />
    </div>
  );
}

export function RecordingFacts({ book }: { book: Book }) {
  const { audiobookDuration, audiobookSeconds } = book;
  const length = normalizeDuration(audiobookDuration) || (audiobookSeconds ? formatMinutes(audiobookSeconds / 60) : "");
  return (
    <dl className="space-y-0.5 self-start max-sm:text-sm">
      {book.audiobookNarrator && <RecordingFact name="Narrated by" value={book.audiobookNarrator} />}
      {length && <RecordingFact name="Length" value={length} />}
    </dl>
  );
}

function RecordingFact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="inline font-semibold">{name}</dt> <dd className="inline wrap-anywhere">{value}</dd>
    </div>
  );
}

export function DownloadButton({ book }: { book: Book }) {
  if (!book.audiobookFilename)
    return (
      <Button disabled icon={Download}>
        Download Audiobook
      </Button>
    );
  const url = callUrl("GET /api/download/audiobook/:id", { params: { id: book.id } });
  return (
    <a
      href={url}
      download={downloadName(book)}
      onClick={() => void explainFailedDownload(url)}
      className={buttonClass("quiet")}
    >
      <Download className="size-5" />
      Download Audiobook
    </a>
  );
}

/** The title with underscores, then _audiobook and the extension (SPEC 7). */
export function downloadName({ title, audiobookFilename }: Pick<Book, "title" | "audiobookFilename">): string {
  const extension = /\.[a-z0-9]+$/i.exec(audiobookFilename ?? "")?.[0] ?? ".m4b";
  return `${title.replaceAll(/\s/g, "_")}_audiobook${extension}`;
}

const IPHONE_STEPS = [
  "Open this page in Safari on your iPhone and tap Download Audiobook.",
  "When Safari asks, tap Download. The arrow next to the address shows the progress.",
  "Open the Files app and go to Downloads.",
  "Tap the audiobook, then the share button, and choose Books.",
  "Apple Books opens and adds it under Library, Audiobooks.",
];

const COMPUTER_STEPS = [
  "Download the audiobook on your computer.",
  "Open Books on a Mac, or iTunes or Apple Devices on Windows, and drag the file into the library.",
  "Connect your iPhone with its cable, and tap Trust if it asks.",
  "Choose your iPhone, open Audiobooks, select the book and click Sync or Apply.",
  "Find it on your iPhone in Books, under Library, Audiobooks.",
];

export function IphoneGuide() {
  return (
    <Disclosure title="How to Import Audiobooks on iPhone" icon={Smartphone}>
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        <Steps title="Directly on your iPhone" steps={IPHONE_STEPS} />
        <Steps title="Alternative: using a computer" steps={COMPUTER_STEPS} />
      </div>
    </Disclosure>
  );
}

function Steps({ title, steps }: { title: string; steps: readonly string[] }) {
  return (
    <div>
      <h3 className="mb-2 text-lg">{title}</h3>
      <ol className="list-decimal space-y-1.5 pl-5 marker:font-semibold marker:text-season">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  );
}
