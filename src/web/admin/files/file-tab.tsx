import { BookOpen, Headphones } from "lucide-react";

import { BookPicker } from "#web/admin/book/book-picker.tsx";
import { usePickedBook } from "#web/admin/book/use-picked-book.ts";
import { MatchCard } from "#web/admin/match/match-card.tsx";
import { QueryStatus } from "#web/ui/feedback/query-content.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Link } from "#web/ui/layout/link.tsx";

import { FileForm } from "./file-form.tsx";
import { type BookFileKind, UPLOAD_KINDS } from "./upload-kinds.ts";

export function FileTab({ kind }: { kind: BookFileKind }) {
  const pickedBook = usePickedBook();
  const { data: book, error, pick } = pickedBook;
  const Icon = kind === "ebook" ? BookOpen : Headphones;
  return (
    <Card title={`${UPLOAD_KINDS[kind].name} File`} icon={Icon} className="space-y-6">
      <BookPicker picked={pickedBook} />
      <QueryStatus query={pickedBook} name="the book" skeleton={<Skeleton shape="control" className="h-28 w-full" />} />
      {pick === "new" ? (
        <p>
          Save the new book under <Link to="?tab=book&book=new">Book Info</Link> first, then upload its{" "}
          {UPLOAD_KINDS[kind].inText} here.
        </p>
      ) : (
        (book !== undefined || error) && (
          <FileForm key={book?.id ?? "none"} kind={kind} book={book ?? null} hasLoadError={error !== null} />
        )
      )}
      {book && <MatchCard key={`match ${book.id}`} book={book} />}
    </Card>
  );
}
