import { usePrefetchQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { useParams } from "react-router";

import type { Book } from "#contract/books.ts";
import { callUrl } from "#contract/call-url.ts";
import { isNotFound } from "#web/api/client.ts";
import { readingProgressQuery } from "#web/api/reading.ts";
import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { useGet } from "#web/api/use-get.ts";
import { preloadFont } from "#web/lib/reader-fonts.ts";
import { addFontToCopy } from "#web/offline/copy/reader-font.ts";
import { BookLoadingScreen } from "#web/reading/book-loading-screen.tsx";
import { ReaderScreen } from "#web/reading/reader-screen.tsx";
import { readingSettingsAtom } from "#web/state/reading-settings.ts";
import { NoteSheet } from "#web/talk/note-sheet.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { QueryStatus } from "#web/ui/feedback/query-content.tsx";
import { buttonClass } from "#web/ui/forms/button.tsx";
import { ButtonLink } from "#web/ui/layout/button-link.tsx";
import { PageHeading } from "#web/ui/layout/page-heading.tsx";

import { NotFoundPage } from "./not-found.tsx";

export function Page() {
  useDocumentTitle("Read");
  const { bookId: bookIdParam } = useParams();
  const result = useGet("GET /api/books/current");
  const [currentBook, setCurrentBook] = useState(result.data);
  // when the month ends, the open reader keeps its book, and what is being written about it
  if (result.data && result.data !== currentBook && (!currentBook || currentBook.id === result.data.id))
    setCurrentBook(result.data);
  if (bookIdParam !== undefined && !/^[1-9]\d{0,9}$/.test(bookIdParam)) return <NotFoundPage />;
  if (bookIdParam !== undefined) return <BookReader bookId={Number(bookIdParam)} currentBook={currentBook} />;
  if (currentBook) return <BookReader bookId={currentBook.id} currentBook={currentBook} />;
  if (result.error) return <BookError name="the current book" query={result} />;
  if (result.data === undefined) return <BookLoadingScreen title="" />;
  return <NothingToRead>No book has been chosen yet. As soon as it is, you can read it here.</NothingToRead>;
}

function BookReader({ bookId, currentBook }: { bookId: number; currentBook: Book | null | undefined }) {
  const { font } = useAtomValue(readingSettingsAtom);
  preloadFont(font);
  useEffect(() => void addFontToCopy(font), [font]);
  usePrefetchQuery(readingProgressQuery(bookId));
  const result = useGet("GET /api/books/:id/contents", { params: { id: bookId } });
  const contents = result.data;
  if (isNotFound(result.error))
    return <NothingToRead>This book can't be read here. If it has an eBook, you can download it.</NothingToRead>;
  if (result.error && !contents) return <BookError name="the book" query={result} />;
  const title = (currentBook?.id === bookId ? currentBook.title : contents?.title) ?? "";
  if (!contents) return <BookLoadingScreen title={title} />;
  if (contents.sections.length === 0)
    return (
      <NothingToRead
        title={contents.title}
        link={
          <a
            href={callUrl("GET /api/download/ebook/:id", { params: { id: bookId } })}
            download
            className={buttonClass("primary")}
          >
            Download eBook
          </a>
        }
      >
        This book has no text to show. You can still download it.
      </NothingToRead>
    );
  const audiobook = currentBook?.id === bookId && currentBook.audiobookFilename ? currentBook : null;
  const book = { title, bookId, contents, bookWithAudio: audiobook };
  const composer = currentBook?.id === bookId ? NoteSheet : null;
  return <ReaderScreen key={contents.version} Composer={composer} {...book} />;
}

function BookError(props: Pick<ComponentProps<typeof QueryStatus>, "name" | "query">) {
  return (
    <>
      <PageHeading title="Read" />
      <QueryStatus {...props} skeleton={null} />
      <p className="mt-4">
        <EbookPageLink />
      </p>
    </>
  );
}

function NothingToRead({ title = "Read", link, children }: { title?: string; link?: ReactNode; children: string }) {
  return (
    <>
      <PageHeading title={title} />
      <EmptyState mouse="choosing">
        <span className="mb-4 block">{children}</span>
        <span className="flex flex-wrap justify-center gap-3">
          {link}
          <EbookPageLink />
        </span>
      </EmptyState>
    </>
  );
}

/** The reader has no tabs, and an installed app has no Back button. */
const EbookPageLink = () => <ButtonLink to="/ebook">Go to the eBook page</ButtonLink>;
