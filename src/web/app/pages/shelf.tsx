import { useParams } from "react-router";

import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { BookPage } from "#web/features/shelf/book-page.tsx";
import { ShelfList } from "#web/features/shelf/shelf-list.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";

/** Every book that the club has read, or one of them (BEYOND 4). */
export function ShelfPage() {
  const { bookId } = useParams();
  return bookId === undefined ? <WholeShelf /> : <BookPage bookId={bookId} />;
}

function WholeShelf() {
  useDocumentTitle("Shelf");
  return (
    <>
      <PageHeading title="Shelf">What we've read, what we thought of it, and the evenings we spent on it.</PageHeading>
      <ShelfList />
    </>
  );
}
