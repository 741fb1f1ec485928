import { useParams } from "react-router";

import { useGet } from "#web/api/use-get.ts";
import { BookPage } from "#web/shelf/book-page.tsx";
import { ShelfList } from "#web/shelf/shelf-list.tsx";
import { ShelfHeading } from "#web/shelf/shelf-skeleton.tsx";
import { Talk } from "#web/talk/talk.tsx";

export function Page() {
  const { bookId } = useParams();
  if (bookId !== undefined) return <PastBook bookId={bookId} />;
  return (
    <>
      <ShelfHeading />
      <ShelfList />
    </>
  );
}

function PastBook({ bookId }: { bookId: string }) {
  const { data: book } = useGet("GET /api/shelf/:id", { params: { id: Number(bookId) } });
  return (
    <>
      <BookPage bookId={bookId} />
      {book && (
        <section aria-labelledby="talk" className="mt-10">
          <h2 id="talk" className="mb-5 text-2xl">
            What we said about it
          </h2>
          <Talk book={{ id: book.id, hasText: book.hasEbook, hasAudio: book.hasAudiobook }} />
        </section>
      )}
    </>
  );
}
