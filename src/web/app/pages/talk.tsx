import { useAtomValue } from "jotai";
import { useState } from "react";

import type { Book } from "#contract/books.ts";
import { useGet } from "#web/api/use-get.ts";
import { paperBookOf } from "#web/reading/paper/use-paper.ts";
import { unsavedAtom } from "#web/state/unsaved.ts";
import { noteDraftAtom } from "#web/talk/note-draft.ts";
import { TalkHeading } from "#web/talk/talk-heading.tsx";
import { Talk } from "#web/talk/talk.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { Spinner } from "#web/ui/feedback/skeleton.tsx";

export function Page() {
  const result = useGet("GET /api/books/current");
  return (
    <div className="mx-auto max-w-3xl">
      <TalkHeading />
      <QueryContent query={result} name="the current book" skeleton={<Spinner className="min-h-60" />}>
        {(book) =>
          book ? (
            <BookTalk currentBook={book} />
          ) : (
            <EmptyState mouse="choosing">
              No book has been chosen yet. Once it is, you can talk about it here.
            </EmptyState>
          )
        }
      </QueryContent>
    </div>
  );
}

function BookTalk({ currentBook }: { currentBook: Book }) {
  const [book, setBook] = useState(currentBook);
  const draft = useAtomValue(noteDraftAtom);
  const hasOpenForm = useAtomValue(unsavedAtom).size > 0;
  // What is being written when the month ends is about the book before.
  const isWriting = currentBook.id !== book.id && (hasOpenForm || draft?.bookId === book.id);
  if (book !== currentBook && !isWriting) setBook(currentBook);
  return (
    <>
      <div className="mb-5 hidden print:block">
        <p className="font-title text-2xl font-semibold">{book.title}</p>
        <p>by {book.author}</p>
      </div>
      <Talk key={book.id} book={paperBookOf(book)} />
    </>
  );
}
